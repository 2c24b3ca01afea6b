import type { ChartRange } from "@wattle/contracts/chart-ranges";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SPANS: Readonly<Record<ChartRange, number>> = {
  "24h": DAY,
  "7d": 7 * DAY,
  "30d": 30 * DAY,
  "1y": 365 * DAY,
  all: Number.POSITIVE_INFINITY,
};

/** A line has at most so many points. */
const MOST_POINTS = 400;

/** Each is no finer than the prices that are kept for as long as `MOST_POINTS` of it reach back (`db/prices`). */
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY, 2 * DAY, 7 * DAY];

/** Milliseconds between two points of a line that spans so many. */
export const stepFor = (span: number): number => STEPS.find((step) => span / step <= MOST_POINTS) ?? 28 * DAY;

/** When a range begins, milliseconds since 1970. */
export const beginOf = (range: ChartRange, now: number): number => now - SPANS[range];

/**
 * The times of a range: whole steps, then now.
 * @param first what the line is of began then; it begins no earlier
 */
export function timesOf(range: ChartRange, first: number, now: number) {
  const begin = Math.max(first, beginOf(range, now));
  const step = stepFor(now - begin);
  const times: number[] = [];
  for (let at = Math.ceil(begin / step) * step; at < now; at += step) times.push(at);
  return { step, times: [...times, now] };
}
