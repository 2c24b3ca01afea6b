import { subtractAmounts, toAmount, type Amount } from "./amount.ts";
import { precisionOf, type Currency } from "./currency.ts";
import { divideUp } from "./decimal.ts";
import { feeFactor, type FeePercent } from "./fee.ts";
import { powerOfTen } from "./power-of-ten.ts";
import type { Rate } from "./rate.ts";

/**
 * An exchange of `from` (the credit currency: what the customer gives) into `to` (the debit currency: what the
 * customer gets), prepared once so that each `convert` is one multiplication and one division.
 * debit units = floor(credit units × numerator / denominator).
 */
export interface Conversion<C extends string = string, D extends string = string> {
  readonly from: Currency<C>;
  readonly to: Currency<D>;
  readonly rate: Rate;
  readonly fee: FeePercent;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The full price of an exchange. credit = fee + converted, all three in the credit currency. */
export interface PriceBreakdown<C extends string = string, D extends string = string> {
  readonly credit: Amount<C>;
  readonly fee: Amount<C>;
  readonly converted: Amount<C>;
  readonly debit: Amount<D>;
}

const MAX_UNITS = 2n ** 63n - 1n;

/**
 * Prepares an exchange. `rate` is what one unit of `from` is worth in units of `to`, before the fee.
 *
 * @throws RangeError unless one currency is fiat and the other crypto: no other pair exists.
 */
export function prepareConversion<C extends string, D extends string>(parts: {
  readonly from: Currency<C>;
  readonly to: Currency<D>;
  readonly rate: Rate;
  readonly fee: FeePercent;
}): Conversion<C, D> {
  const { from, to, rate, fee } = parts;
  if (from.kind === to.kind)
    throw new RangeError(`${from.code} to ${to.code} is not a pair of fiat and crypto`);
  const kept = feeFactor(fee);
  let numerator = rate.digits * kept.numerator * powerOfTen(precisionOf(to));
  let denominator = powerOfTen(rate.scale) * kept.denominator * powerOfTen(precisionOf(from));
  // The denominator is a power of ten, so common tens are what there is to cancel; smaller numbers divide faster:
  // the bench's `convert`.
  while (denominator > 1n && numerator % 10n === 0n) {
    numerator /= 10n;
    denominator /= 10n;
  }
  return { from, to, rate, fee, numerator, denominator };
}

/**
 * Debit of the customer: floor(credit × rate × (100 − fee) / 100) at the debit currency's precision, exactly, with one
 * rounding (down).
 *
 * @throws RangeError for a negative credit, and when the debit does not fit in 64 bits.
 */
export function convert<C extends string, D extends string>(
  credit: Amount<NoInfer<C>>,
  conversion: Conversion<C, D>,
): Amount<D> {
  if (credit < 0n) throw new RangeError("a negative amount cannot be exchanged");
  const debit = (credit * conversion.numerator) / conversion.denominator;
  if (debit > MAX_UNITS) throw new RangeError(`${debit} smallest units do not fit in 64 bits`);
  return debit as Amount<D>;
}

/**
 * The smallest credit for which `convert` gives at least `debit`: ceil(debit / (rate × (100 − fee) / 100)) at the
 * credit currency's precision (rounded up, against the customer).
 *
 * @throws RangeError for a negative debit, and when the credit does not fit in 64 bits.
 */
export function creditFor<C extends string, D extends string>(
  debit: Amount<NoInfer<D>>,
  conversion: Conversion<C, D>,
): Amount<C> {
  if (debit < 0n) throw new RangeError("a negative amount cannot be exchanged");
  const { numerator, denominator } = conversion;
  return toAmount(divideUp(debit * denominator, numerator), conversion.from);
}

/**
 * The price of exchanging `credit`, before the customer commits to it.
 * converted = floor(credit × (100 − fee) / 100) at the credit currency's precision, fee = credit − converted (so the
 * fee rounds up), debit = convert(credit). The debit is computed from the credit in one step, never from the rounded
 * `converted`, so it is never below floor(converted × rate) and may be a few smallest units above it.
 *
 * @throws RangeError as `convert`.
 */
export function priceBreakdown<C extends string, D extends string>(
  credit: Amount<NoInfer<C>>,
  conversion: Conversion<C, D>,
): PriceBreakdown<C, D> {
  const debit = convert(credit, conversion);
  const fee = feeOf(credit, conversion.fee);
  return { credit, fee, converted: subtractAmounts<C>(credit, fee), debit };
}

/** A percentage of an amount at the amount's own precision: amount × fee / 100, rounded up. */
export function feeOf<C extends string>(amount: Amount<C>, fee: FeePercent): Amount<C> {
  const kept = feeFactor(fee);
  return (amount - (amount * kept.numerator) / kept.denominator) as Amount<C>;
}
