import {
  decimalText,
  decimalUnits,
  magnitude,
  mostDecimals,
  trimDecimals,
} from "@wattle/exchange-core/decimal";

/** Three hairlines around a line, and where its points are between the lowest and the highest of them. */
export interface ChartScale {
  /** The highest first, as plain decimal texts without needless decimals. */
  readonly lines: readonly [string, string, string];
  /** Each point's height, from 0 at the lowest line to `HEIGHT` at the highest; undefined for a point without a value. */
  readonly heights: readonly (number | undefined)[];
  /** The height of another value, a plain decimal text; undefined if it is above or below the lines. */
  readonly heightOf: (value: string) => number | undefined;
}

/** Points are drawn to this precision: far finer than pixels. */
export const HEIGHT = 1_000_000;

const roundedDown = (units: bigint, step: bigint): bigint => {
  const rest = ((units % step) + step) % step;
  return units - rest;
};

/** The smallest round step (1, 2 or 5 and zeros) of which two cover everything from a multiple of it on. */
function stepOver(lowest: bigint, highest: bigint): bigint {
  for (let ten = 1n; ; ten *= 10n) {
    for (const factor of [1n, 2n, 5n]) {
      const step = factor * ten;
      if (roundedDown(lowest, step) + 2n * step >= highest) return step;
    }
  }
}

/**
 * Places a line between round figures. A level line is in the middle.
 *
 * @param values plain decimal texts, null if one is missing
 * @param seen a value that the lines have between them, too, without being a point
 * @returns undefined if there is no value at all
 */
export function chartScale(values: readonly (string | null)[], seen?: string): ChartScale | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const decimals = mostDecimals(known);
  const all = values.map((value) => (value === null ? undefined : decimalUnits(value, decimals)));
  const units = [
    ...all.filter((value) => value !== undefined),
    ...(seen === undefined ? [] : [decimalUnits(seen, decimals)]),
  ];
  const lowest = units.reduce((a, b) => (a < b ? a : b));
  const highest = units.reduce((a, b) => (a > b ? a : b));
  const isLevel = lowest === highest;
  const margin = isLevel ? stepOver(0n, magnitude(highest) / 10n + 1n) : 0n;
  const step = isLevel ? margin : stepOver(lowest, highest);
  const low = isLevel ? lowest - margin : roundedDown(lowest, step);
  const place = (value: bigint): number => {
    const position = ((value - low) * BigInt(HEIGHT)) / (2n * step);
    return Number(position);
  };
  const lineAt = (steps: bigint): string => trimDecimals(decimalText(low + steps * step, decimals));
  return {
    lines: [lineAt(2n), lineAt(1n), lineAt(0n)],
    heights: all.map((value) => (value === undefined ? undefined : place(value))),
    heightOf(value) {
      const height = place(decimalUnits(value, decimals));
      return height < 0 || height > HEIGHT ? undefined : height;
    },
  };
}
