import { currencyOf } from "@wattle/contracts/markets";
import { parseAmount } from "@wattle/exchange-core/amount";

/** Smallest units of a decimal text; zero if it is no amount of the currency. */
export function amountUnits(text: string, code: string): bigint {
  const currency = currencyOf(code);
  const parsed = currency === undefined ? undefined : parseAmount(text, currency);
  return parsed?.ok === true ? parsed.amount : 0n;
}

/** Smallest units of what can be spent in a currency. */
export const spendable = (balances: Readonly<Record<string, string>>, code: string): bigint =>
  amountUnits(balances[code] ?? "0", code);
