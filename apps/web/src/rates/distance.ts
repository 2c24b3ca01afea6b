import { decimalText, magnitude } from "@wattle/exchange-core/decimal";
import { commonDigits, parseRate } from "@wattle/exchange-core/rate";

/**
 * How far a price is from the price of now, in tenths of a percent of it, rounded down.
 * @param price of now, decimal text
 * @returns undefined if one of them is no price
 */
export function tenthsAway(price: string, wanted: string): bigint | undefined {
  const tenths = tenthsAbove(price, wanted);
  return tenths === undefined ? undefined : magnitude(tenths);
}

/** The same, negative where `wanted` is below the price of now; rounded towards zero. */
function tenthsAbove(price: string, wanted: string): bigint | undefined {
  const [now, then] = [parseRate(price), parseRate(wanted)];
  if (now === undefined || then === undefined) return undefined;
  const [from = 1n, to = 0n] = commonDigits([now, then]);
  return ((to - from) * 1000n) / from;
}

const percentText = (tenths: bigint): string => `${decimalText(tenths, 1)}%`;

/** `11.5% away`; undefined if one of them is no price. */
export function distanceText(price: string, wanted: string): string | undefined {
  const tenths = tenthsAway(price, wanted);
  return tenths === undefined ? undefined : `${percentText(tenths)} away`;
}

/** `10.6% above`, `3.2% below`; undefined if one of them is no price, or they are less than a tenth of a percent apart. */
export function directionText(price: string, wanted: string): string | undefined {
  const tenths = tenthsAbove(price, wanted);
  if (tenths === undefined || tenths === 0n) return undefined;
  return tenths > 0n ? `${percentText(tenths)} above` : `${percentText(-tenths)} below`;
}
