import { toAmount, type Amount } from "./amount.ts";
import { creditFor, type Conversion } from "./convert.ts";
import { CURRENCIES, type Currency } from "./currency.ts";

/** The smallest and the largest amount of one exchange, both allowed. */
export interface AmountLimits<C extends string = string> {
  readonly min: Amount<C>;
  readonly max: Amount<C>;
}

const MAX_UNITS = 2n ** 63n - 1n;

/** Limits of one exchange on its fiat side: AUD 100.00 to 100000.00, NGN 100000.00 to 5000000.00. */
export const FIAT_LIMITS = {
  AUD: { min: toAmount(100_00n, CURRENCIES.AUD), max: toAmount(100_000_00n, CURRENCIES.AUD) },
  NGN: { min: toAmount(100_000_00n, CURRENCIES.NGN), max: toAmount(5_000_000_00n, CURRENCIES.NGN) },
} as const satisfies { readonly [C in "AUD" | "NGN"]: AmountLimits<C> };

/** A fiat currency without limits of its own has the general ones, 100.00 to 100000.00. */
function fiatLimitsOf<C extends string>(currency: Currency<C>): AmountLimits<C> {
  const limits = currency.code === "NGN" ? FIAT_LIMITS.NGN : FIAT_LIMITS.AUD;
  return { min: toAmount(limits.min, currency), max: toAmount(limits.max, currency) };
}

/**
 * The limits of the credit amount. When the credit is fiat they are that currency's limits. When it is crypto they are
 * the debit currency's limits divided by rate × (100 − fee) / 100, the minimum rounded up and the maximum rounded down
 * at 8 decimals, so that an allowed credit never converts to less than the fiat minimum or more than the fiat maximum.
 * Where one smallest unit is worth more than the whole range, min is above max and nothing is allowed.
 *
 * @throws RangeError when the rate is so small that not even the minimum fits in 64 bits.
 */
export function creditLimits<C extends string, D extends string>(
  conversion: Conversion<C, D>,
): AmountLimits<C> {
  const { from, to, numerator, denominator } = conversion;
  if (from.kind === "fiat") return fiatLimitsOf(from);
  const fiat = fiatLimitsOf(to);
  const max = (fiat.max * denominator) / numerator;
  return { min: creditFor(fiat.min, conversion), max: toAmount(max > MAX_UNITS ? MAX_UNITS : max, from) };
}
