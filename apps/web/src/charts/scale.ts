import {
  decimalText,
  decimalUnits,
  magnitude,
  mostDecimals,
  trimDecimals,
} from "@wattle/exchange-core/decimal";

/** Hairlines at round figures behind a line, and where its points are between the edges of the drawing. */
export interface ChartScale {
  /** The highest first. */
  readonly lines: readonly ScaleLine[];
  /** Each point's height, from 0 at the lower edge to `HEIGHT` at the upper one; undefined for a point without a value. */
  readonly heights: readonly (number | undefined)[];
  /** The height of another value, a plain decimal text; undefined if it is above or below the drawing. */
  readonly heightOf: (value: string) => number | undefined;
}

interface ScaleLine {
  /** Plain decimal text without needless decimals. */
  readonly value: string;
  readonly height: number;
}

/** Points are drawn to this precision: far finer than pixels. */
export const HEIGHT = 1_000_000;

/** Air above and below the line, in percent of its range. */
const AIR = 5n;
/** Edges are this much finer than values; figures at hairlines are not. */
const FINER_DECIMALS = 2;
const FINER = 10n ** BigInt(FINER_DECIMALS);
/** Numbers of hairlines, the best one first. */
const WANTED_LINES = [3, 4, 2, 5, 1];

/** The multiples of a step from one value to another, the highest first. */
function multiples(step: bigint, low: bigint, high: bigint): bigint[] {
  const rest = ((high % step) + step) % step;
  const all: bigint[] = [];
  for (let value = high - rest; value >= low && all.length <= Math.max(...WANTED_LINES); value -= step)
    all.push(value);
  return all;
}

/** Multiples of a round step (1, 2 or 5 and zeros) within a range: three of them, or nearly. */
function roundFigures(low: bigint, high: bigint): bigint[] {
  let best: bigint[] = [];
  const rank = (figures: readonly bigint[]): number => {
    const place = WANTED_LINES.indexOf(figures.length);
    return place < 0 ? WANTED_LINES.length : place;
  };
  for (let ten = FINER; ten <= 10n * (high - low); ten *= 10n) {
    for (const factor of [1n, 2n, 5n]) {
      const figures = multiples(factor * ten, low, high);
      if (rank(figures) < rank(best)) best = figures;
    }
  }
  return best;
}

/** The lowest and the highest value of a drawing: those of its line with some air; a level line is in the middle. */
function edgesOf(lowest: bigint, highest: bigint): readonly [bigint, bigint] {
  const air = lowest === highest ? magnitude(highest) / 10n + FINER : ((highest - lowest) * AIR) / 100n;
  const low = lowest - air;
  // Amounts that are never below zero need no air there.
  return [lowest >= 0n && lowest !== highest && low < 0n ? 0n : low, highest + air];
}

/**
 * Fits a drawing to the range of its line.
 *
 * @param values plain decimal texts, null if one is missing
 * @param seen a value that the drawing shows, too, without being a point
 * @returns undefined if there is no value at all
 */
export function chartScale(values: readonly (string | null)[], seen?: string): ChartScale | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const decimals = mostDecimals(known) + FINER_DECIMALS;
  const all = values.map((value) => (value === null ? undefined : decimalUnits(value, decimals)));
  const units = [
    ...all.filter((value) => value !== undefined),
    ...(seen === undefined ? [] : [decimalUnits(seen, decimals)]),
  ];
  const [low, high] = edgesOf(
    units.reduce((a, b) => (a < b ? a : b)),
    units.reduce((a, b) => (a > b ? a : b)),
  );
  const place = (value: bigint): number => {
    const position = ((value - low) * BigInt(HEIGHT)) / (high - low);
    return Number(position);
  };
  return {
    lines: roundFigures(low, high).map((value) => ({
      value: trimDecimals(decimalText(value, decimals)),
      height: place(value),
    })),
    heights: all.map((value) => (value === undefined ? undefined : place(value))),
    heightOf(value) {
      const height = place(decimalUnits(value, decimals));
      return height < 0 || height > HEIGHT ? undefined : height;
    },
  };
}
