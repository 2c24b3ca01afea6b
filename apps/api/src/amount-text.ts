import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";

/**
 * Stored smallest units as decimal text at the currency's full precision.
 * @throws Error for a currency the product does not know: the database holds what it should not
 */
export function amountText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the database holds the unknown currency ${code}`);
  return formatAmount(toAmount(units, currency), currency);
}
