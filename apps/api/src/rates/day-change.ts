import { percentText } from "@wattle/exchange-core/percent";
import { commonDigits, type Rate } from "@wattle/exchange-core/rate";

/**
 * How much a price changed in a day, in percent of the earlier price: signed text with 2 decimals (`1.24`, `-0.38`,
 * `0.00`; never `-0.00`), `undefined` while there is no earlier price.
 *
 * (current − dayAgo) / dayAgo × 100, in integers over both rates' common scale, rounded as `percentText` does.
 */
export function dayChange(current: Rate, dayAgo: Rate | undefined): string | undefined {
  if (dayAgo === undefined) return undefined;
  const [now = 0n, before = 1n] = commonDigits([current, dayAgo]);
  return percentText(now - before, before);
}
