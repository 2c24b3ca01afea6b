import { parseRate } from "@wattle/exchange-core/rate";

/**
 * How far a price is from the price of now, in tenths of a percent of it, rounded down.
 * @param price of now, decimal text
 * @returns undefined where one of them is no price
 */
export function tenthsAway(price: string, wanted: string): bigint | undefined {
  const [now, then] = [parseRate(price), parseRate(wanted)];
  if (now === undefined || then === undefined) return undefined;
  const scale = Math.max(now.scale, then.scale);
  const from = now.digits * 10n ** BigInt(scale - now.scale);
  const to = then.digits * 10n ** BigInt(scale - then.scale);
  return ((to > from ? to - from : from - to) * 1000n) / from;
}

/** `11.5% away`; undefined where one of them is no price. */
export function distanceText(price: string, wanted: string): string | undefined {
  const tenths = tenthsAway(price, wanted);
  return tenths === undefined ? undefined : `${tenths / 10n}.${tenths % 10n}% away`;
}
