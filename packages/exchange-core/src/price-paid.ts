import type { Amount } from "./amount.ts";
import { precisionOf, type Currency } from "./currency.ts";
import { decimalText } from "./decimal.ts";
import { powerOfTen } from "./power-of-ten.ts";
import { truncateRate, type Rate } from "./rate.ts";

/** Amount given and amount got for it, fees included. */
interface Paid<C extends string, D extends string> {
  readonly from: Currency<C>;
  readonly to: Currency<D>;
  readonly credit: Amount<NoInfer<C>>;
  readonly debit: Amount<NoInfer<D>>;
}

/**
 * Whether what is paid for one unit, fee and spread and rounding included, is at most `highest`. Exact: nothing is divided.
 * @param highest units of `from` for one unit of `to`
 */
export function isWithinPrice<C extends string, D extends string>(
  { from, to, credit, debit }: Paid<C, D>,
  highest: Rate,
): boolean {
  const paid = credit * powerOfTen(precisionOf(to)) * powerOfTen(highest.scale);
  return paid <= highest.digits * debit * powerOfTen(precisionOf(from));
}

/**
 * Price of one unit, fee and spread and rounding included, cut to 18 significant digits; undefined if nothing is got.
 * @returns units of `from` for one unit of `to`
 */
export function pricePaid<C extends string, D extends string>({
  from,
  to,
  credit,
  debit,
}: Paid<C, D>): Rate | undefined {
  if (debit <= 0n) return undefined;
  const FRACTION = 20;
  const units = (credit * powerOfTen(precisionOf(to) + FRACTION)) / (debit * powerOfTen(precisionOf(from)));
  return truncateRate(decimalText(units, FRACTION));
}
