import { percentText } from "@wattle/exchange-core/percent";
import type { Rate } from "@wattle/exchange-core/rate";

/**
 * How much a price changed in a day, in percent of the earlier price: signed text with 2 decimals (`1.24`, `-0.38`,
 * `0.00`; never `-0.00`), `undefined` while there is no earlier price.
 *
 * (current − dayAgo) / dayAgo × 100, in integers over both rates' common scale, rounded as `percentText` does.
 */
export function dayChange(current: Rate, dayAgo: Rate | undefined): string | undefined {
  if (dayAgo === undefined) return undefined;
  const scale = Math.max(current.scale, dayAgo.scale);
  const before = digitsAt(dayAgo, scale);
  return percentText(digitsAt(current, scale) - before, before);
}

function digitsAt(rate: Rate, scale: number): bigint {
  return rate.digits * 10n ** BigInt(scale - rate.scale);
}
