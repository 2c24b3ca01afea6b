import { commonDigits, parseRate } from "@wattle/exchange-core/rate";

/**
 * The line of recorded prices as an SVG path, oldest left, lowest at the bottom, from corner to corner of its box.
 * A day without movement is a level line. Positions are whole units, so that the text stays small.
 * @param rates plain decimal texts; what is no rate is left out
 * @returns undefined if fewer than two points make no line
 */
export function sparklinePath(rates: readonly string[], width: number, height: number): string | undefined {
  const prices = rates.map(parseRate).filter((rate) => rate !== undefined);
  if (prices.length < 2) return undefined;
  const values = commonDigits(prices);
  const lowest = values.reduce((a, b) => (a < b ? a : b));
  const highest = values.reduce((a, b) => (a > b ? a : b));
  const span = highest - lowest;
  const points = values.map((value, index) => {
    const x = Math.round((index * width) / (values.length - 1));
    const y =
      span === 0n ? Math.round(height / 2) : height - Number(((value - lowest) * BigInt(height)) / span);
    return `${x} ${y}`;
  });
  return `M${points.join("L")}`;
}
