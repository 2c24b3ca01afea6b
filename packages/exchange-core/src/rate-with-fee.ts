import { decimalText } from "./decimal.ts";
import { feeFactor, type FeePercent } from "./fee.ts";
import { powerOfTen } from "./power-of-ten.ts";
import type { Rate } from "./rate.ts";

/**
 * The rate a card or table shows: rate × (100 − fee) / 100, cut to 2 decimals, as a plain decimal (`149250.00`).
 * Undefined when there is no rate.
 */
export function rateWithFee(rate: Rate | undefined, fee: FeePercent): string | undefined {
  if (rate === undefined) return undefined;
  const kept = feeFactor(fee);
  const hundredths = (rate.digits * kept.numerator * 100n) / (powerOfTen(rate.scale) * kept.denominator);
  return decimalText(hundredths, 2);
}
