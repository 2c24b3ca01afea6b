import { compareRates, parseRate } from "@wattle/exchange-core/rate";

/** Enough for a small line; a day of minutes would be 1,440. */
const LARGEST_POINTS = 96;

/**
 * Prices thinned to at most 96, oldest first: of each stretch of as many prices the one in its middle by value, so that a
 * wrong price of a few minutes is no spike; then the newest of all.
 * @param prices oldest first; a rate that is none is left out
 */
export function thinPrices<T extends { readonly rate: string }>(prices: readonly T[]): readonly T[] {
  const known = prices.flatMap((price) => {
    const rate = parseRate(price.rate);
    return rate === undefined ? [] : [{ price, rate }];
  });
  const newest = known.pop();
  if (newest === undefined) return [];
  const size = Math.max(1, Math.ceil(known.length / (LARGEST_POINTS - 1)));
  const middles = Array.from({ length: Math.ceil(known.length / size) }, (_, index) => {
    const stretch = known.slice(index * size, (index + 1) * size);
    return stretch.toSorted((a, b) => compareRates(a.rate, b.rate))[stretch.length >> 1];
  });
  return [...middles, newest].flatMap((point) => point?.price ?? []);
}
