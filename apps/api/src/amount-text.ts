import { formatAmount, parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { isNegative, withoutSign } from "@wattle/exchange-core/decimal";
import { displayExact } from "@wattle/exchange-core/display";

/**
 * Stored smallest units as decimal text at the currency's full precision.
 * @throws Error for a currency the product does not know: the database holds what it should not
 */
export function amountText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the database holds the unknown currency ${code}`);
  return formatAmount(toAmount(units, currency), currency);
}

/** `1,234.50`: what someone decides about, so never cut to the decimals that the currency shows elsewhere. */
export const exactText = (units: bigint, code: string): string => displayExact(amountText(units, code));

/** The same with its currency: `1,234.50 AUD`. */
export const exactMoney = (units: bigint, code: string): string => `${exactText(units, code)} ${code}`;

/** Decimal text as smallest units, below zero with a minus in front; undefined for a text that is no amount of the currency. */
export function signedUnits(text: string, code: string): bigint | undefined {
  const currency = currencyOf(code);
  const parsed = currency && parseAmount(withoutSign(text), currency);
  if (parsed?.ok !== true) return undefined;
  return isNegative(text) ? 0n - parsed.amount : parsed.amount;
}
