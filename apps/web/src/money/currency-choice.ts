import type { MarketChoice } from "@wattle/contracts/brand";
import {
  currencyOf,
  knownMarkets,
  mayUse,
  type MarketCurrency,
  type Markets,
} from "@wattle/contracts/markets";
import type { CurrencyKind } from "@wattle/exchange-core";
import type { Pair } from "./quote.ts";

/** Codes a customer may choose from, the default of each kind first. Neither list is empty. */
export interface CurrencyChoices {
  readonly fiat: readonly [string, ...string[]];
  readonly crypto: readonly [string, ...string[]];
}

/** A currency that only the residents of this country may use is theirs. */
const isOwn = (currency: MarketCurrency, country: string): boolean => currency.residents_of === country;

/** The codes with the first one, whether it is among them or not, in front. */
function led(first: string, codes: readonly string[]): readonly [string, ...string[]] {
  return [first, ...codes.filter((code) => code !== first)];
}

/**
 * The currencies of the choice lists: active ones that someone from `country` may use. The country's own currency
 * comes first, if there is none the home currency; the default coin leads the coins.
 */
export function currencyChoices(markets: Markets, country: string, first: MarketChoice): CurrencyChoices {
  const offered = (kind: CurrencyKind): MarketCurrency[] =>
    markets.currencies.filter(
      (currency) => currency.active && currency.kind === kind && mayUse(currency, country),
    );
  const list = (currencies: readonly MarketCurrency[], wanted: string): readonly [string, ...string[]] => {
    const codes = currencies.map(({ code }) => code);
    return led(codes.includes(wanted) ? wanted : (codes[0] ?? wanted), codes);
  };
  const fiat = offered("fiat");
  const own = fiat.find((currency) => isOwn(currency, country));
  return {
    fiat: list(fiat, own?.code ?? first.homeCurrency),
    crypto: list(offered("crypto"), first.defaultPair.credit),
  };
}

/** Before the list of currencies has arrived: the default pair, and the country's own currency in front of it. */
export function firstChoices(country: string, first: MarketChoice): CurrencyChoices {
  const own = knownMarkets().currencies.find((currency) => isOwn(currency, country));
  const { homeCurrency, defaultPair: pair } = first;
  return {
    fiat: own === undefined ? [homeCurrency] : [own.code, homeCurrency],
    crypto: [pair.credit],
  };
}

/** Pair before any choice: the first coin for the first fiat currency. */
export function defaultPair(choices: CurrencyChoices): Pair {
  return { credit: choices.crypto[0], debit: choices.fiat[0] };
}

/** The pair after the credit currency was changed: fiat goes with the first coin, a coin with the first fiat currency. */
export function pairForCredit(credit: string, choices: CurrencyChoices): Pair {
  return currencyOf(credit)?.kind === "fiat"
    ? { credit, debit: choices.crypto[0] }
    : { credit, debit: choices.fiat[0] };
}

/** The pair with another fiat currency in place of one that is not offered to the customer; which way it goes stays. */
export function allowedPair(pair: Pair, choices: CurrencyChoices): Pair {
  const allowed = (code: string): string =>
    currencyOf(code)?.kind === "fiat" && !choices.fiat.includes(code) ? choices.fiat[0] : code;
  return { credit: allowed(pair.credit), debit: allowed(pair.debit) };
}

/** Whether both currencies of the pair may be chosen, one of each kind. */
export function isOffered(pair: Pair, choices: CurrencyChoices): boolean {
  return (
    (choices.fiat.includes(pair.credit) && choices.crypto.includes(pair.debit)) ||
    (choices.crypto.includes(pair.credit) && choices.fiat.includes(pair.debit))
  );
}
