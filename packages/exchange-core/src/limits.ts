import { toAmount, type Amount } from "./amount.ts";
import { creditFor, type Conversion } from "./convert.ts";

/** The smallest and the largest amount of one exchange, both allowed. */
export interface AmountLimits<C extends string = string> {
  readonly min: Amount<C>;
  readonly max: Amount<C>;
}

const MAX_UNITS = 2n ** 63n - 1n;

/**
 * The limits of the credit amount. When the credit is fiat they are `fiat` itself. When it is crypto they are `fiat`
 * divided by rate × (100 − fee) / 100, the minimum rounded up and the maximum rounded down at 8 decimals, so that an
 * allowed credit never converts to less than the fiat minimum or more than the fiat maximum. If one smallest unit is
 * worth more than the whole range, min is above max and nothing is allowed.
 *
 * @param fiat what one exchange may be at least and at most in the pair's fiat currency
 * @throws RangeError when the rate is so small that not even the minimum fits in 64 bits.
 */
export function creditLimits<C extends string, D extends string>(
  conversion: Conversion<C, D>,
  fiat: AmountLimits<NoInfer<C> | NoInfer<D>>,
): AmountLimits<C> {
  const { from, to, numerator, denominator } = conversion;
  if (from.kind === "fiat") return { min: toAmount(fiat.min, from), max: toAmount(fiat.max, from) };
  const max = (fiat.max * denominator) / numerator;
  return {
    min: creditFor(toAmount(fiat.min, to), conversion),
    max: toAmount(max > MAX_UNITS ? MAX_UNITS : max, from),
  };
}
