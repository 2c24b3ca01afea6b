import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { CurrencyKind } from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import type { Pair } from "./quote.ts";

/** Codes a customer may choose from, the default of each kind first. */
export interface CurrencyChoices {
  readonly fiat: readonly string[];
  readonly crypto: readonly string[];
}

/** Before the list of currencies has arrived: just the default pair. */
export const FIRST_CHOICES: CurrencyChoices = { fiat: ["AUD"], crypto: ["BTC"] };

/**
 * The currencies of the choice lists: active ones only, NGN only for Nigerian users, the default fiat currency (NGN for
 * Nigerian users, otherwise AUD) first. BTC, the product's default crypto currency, leads the crypto currencies.
 */
export function currencyChoices(maps: CurrencyMaps, nigerian: boolean): CurrencyChoices {
  return {
    fiat: offered(maps.fiat, "fiat", nigerian ? "NGN" : "AUD").filter((code) => nigerian || code !== "NGN"),
    crypto: offered(maps.crypto, "crypto", "BTC"),
  };
}

function offered(map: CurrencyMaps["fiat"], kind: CurrencyKind, first: string): string[] {
  return Object.entries(map)
    .filter(([code, currency]) => currency.active && currencyOf(code)?.kind === kind)
    .map(([code]) => code)
    .toSorted((a, b) => Number(b === first) - Number(a === first));
}

/** What is sold for what when nobody has chosen: BTC for AUD, for Nigerian users BTC for NGN. */
export function defaultPair(choices: CurrencyChoices, nigerian: boolean): Pair {
  return { credit: choices.crypto[0] ?? "BTC", debit: saleCurrency(choices, nigerian) };
}

/** The fiat currency a sale starts with: NGN for Nigerian users, otherwise AUD, or the first there is. */
function saleCurrency(choices: CurrencyChoices, nigerian: boolean): string {
  const wanted = nigerian ? "NGN" : "AUD";
  return choices.fiat.includes(wanted) ? wanted : (choices.fiat[0] ?? wanted);
}

/**
 * The pair after the credit currency was changed: fiat goes with the first crypto currency, crypto with AUD (NGN for
 * Nigerian users), or with the first fiat currency where that is not offered.
 */
export function pairForCredit(credit: string, choices: CurrencyChoices, nigerian: boolean): Pair {
  return currencyOf(credit)?.kind === "fiat"
    ? { credit, debit: choices.crypto[0] ?? "BTC" }
    : { credit, debit: saleCurrency(choices, nigerian) };
}

/** The pair with another fiat currency in place of one that is not offered to the customer; which way it goes stays. */
export function allowedPair(pair: Pair, choices: CurrencyChoices, nigerian: boolean): Pair {
  const allowed = (code: string): string =>
    currencyOf(code)?.kind === "fiat" && !choices.fiat.includes(code)
      ? saleCurrency(choices, nigerian)
      : code;
  return { credit: allowed(pair.credit), debit: allowed(pair.debit) };
}

/** Whether both currencies of the pair may be chosen, one of each kind. */
export function isOffered(pair: Pair, choices: CurrencyChoices): boolean {
  return (
    (choices.fiat.includes(pair.credit) && choices.crypto.includes(pair.debit)) ||
    (choices.crypto.includes(pair.credit) && choices.fiat.includes(pair.debit))
  );
}
