import { countDecimals, divideUp } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { formatRate, parseRate, scaleRate } from "@wattle/exchange-core/rate";

/**
 * A price so many percent away from another, with no more decimals than that one has; what is cut goes away from it, so that it is
 * at least as far.
 * @param price decimal text
 * @param percent above -100
 * @returns decimal text; undefined if there is no price
 */
export function movedPrice(price: string | undefined, percent: bigint): string | undefined {
  const rate = price === undefined ? undefined : parseRate(price);
  if (rate === undefined) return undefined;
  const rounding = percent > 0n ? "up" : "down";
  const { digits, scale } = scaleRate(rate, { numerator: 100n + percent, tens: 2 }, rounding);
  const excess = scale - countDecimals(price ?? "");
  if (excess <= 0) return formatRate({ digits, scale });
  const unit = powerOfTen(excess);
  const cut = rounding === "up" ? divideUp(digits, unit) : digits / unit;
  return formatRate({ digits: cut, scale: scale - excess });
}
