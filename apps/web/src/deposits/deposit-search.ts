import { currencyOf, limitsOf } from "@wattle/contracts/markets";
import { parseAmount, type Amount } from "@wattle/exchange-core";
import type { Draft } from "../money/draft.ts";
import { amountOfSearch } from "../exchange/exchange-search.ts";

/** Amount in a link to the deposit form: a plain decimal in a fiat currency. */
export interface DepositSearch {
  readonly currency?: string;
  readonly amount?: string;
}

/** Reads the address bar; whatever is no amount of a currency that can be deposited leaves no trace. */
export function depositSearch({ currency, amount }: Record<string, unknown>): DepositSearch {
  if (typeof currency !== "string" || currencyOf(currency)?.kind !== "fiat") return {};
  const known = amountOfSearch(amount, currency);
  return { currency, ...(known !== undefined && { amount: known }) };
}

/** First values of a deposit form. */
export interface PlannedDeposit {
  readonly code: string;
  readonly amount: Amount;
}

const amountUnits = (text: string, code: string): Amount | undefined => {
  const currency = currencyOf(code);
  const parsed = currency && parseAmount(text, currency);
  return parsed?.ok === true ? parsed.amount : undefined;
};

/**
 * Amount to deposit: a link's, otherwise the amount that the balance lacks for the exchange that was begun. No less
 * than the smallest deposit.
 * @param balances decimal text by currency code; undefined if they are not known
 */
export function plannedDeposit(
  { currency, amount }: DepositSearch,
  draft: Draft | undefined,
  balances: Readonly<Record<string, string>> | undefined,
): PlannedDeposit | undefined {
  const code = currency ?? draft?.from;
  const known = code === undefined ? undefined : currencyOf(code);
  const limits = known && limitsOf(known, "deposit");
  if (code === undefined || limits === undefined) return undefined;
  const missing = ((): bigint | undefined => {
    if (amount !== undefined) return amountUnits(amount, code);
    if (draft?.from !== code || balances === undefined) return undefined;
    const [wanted, owned] = [amountUnits(draft.amount, code), amountUnits(balances[code] ?? "0", code)];
    return wanted === undefined || owned === undefined ? undefined : wanted - owned;
  })();
  if (missing === undefined || missing <= 0n) return undefined;
  return { code, amount: (missing < limits.min ? limits.min : missing) as Amount };
}
