import type { Rate } from "@wattle/exchange-core/rate";

/**
 * How much a price changed in a day, in percent of the earlier price: signed text with 2 decimals (`1.24`, `-0.38`,
 * `0.00`; never `-0.00`), `undefined` while there is no earlier price.
 *
 * (current − dayAgo) / dayAgo × 100, in integers over both rates' common scale, rounded to the nearest hundredth of a
 * percent, halves away from zero: the change is shown, not paid, so neither direction is favoured.
 */
export function dayChange(current: Rate, dayAgo: Rate | undefined): string | undefined {
  if (dayAgo === undefined) return undefined;
  const scale = Math.max(current.scale, dayAgo.scale);
  const before = digitsAt(dayAgo, scale);
  const change = digitsAt(current, scale) - before;
  const size = change < 0n ? -change : change;
  const hundredths = (2n * size * 10_000n + before) / (2n * before);
  const sign = change < 0n && hundredths > 0n ? "-" : "";
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
}

function digitsAt(rate: Rate, scale: number): bigint {
  return rate.digits * 10n ** BigInt(scale - rate.scale);
}
