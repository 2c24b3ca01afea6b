import { divideUp, trimDecimals } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { formatRate, parseRate, scaleRate } from "@wattle/exchange-core/rate";

/** So far above the price of now the first suggestion is, and so many of its digits are kept. */
const ABOVE_PERCENT = 110n;
const SIGNIFICANT = 3;

/**
 * A highest price to start with: a tenth above what a coin costs now, rounded up to a figure one can read.
 * @param price of one coin, decimal text
 * @returns decimal text; undefined if there is no price
 */
export function suggestedHighest(price: string | undefined): string | undefined {
  const rate = price === undefined ? undefined : parseRate(price);
  if (rate === undefined) return undefined;
  const { digits, scale } = scaleRate(rate, { numerator: ABOVE_PERCENT, tens: 2 }, "up");
  const excess = digits.toString().length - SIGNIFICANT;
  if (excess <= 0) return formatRate({ digits, scale });
  const unit = powerOfTen(excess);
  return trimDecimals(formatRate({ digits: divideUp(digits, unit) * unit, scale }));
}
