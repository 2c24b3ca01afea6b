import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { Database } from "@wattle/db/database";
import { firstPriceTime, pricesEvery } from "@wattle/db/prices";
import type { Clock } from "../clock.ts";
import { timesOf } from "./chart-times.ts";
import type { PricePair } from "./price-recorder.ts";

/** A pair's recorded prices over a range. */
export interface PriceLine {
  /** Milliseconds between two points. */
  readonly step: number;
  /** Oldest first, at whole steps and now; plain decimal text, undefined where nothing was recorded within the step. */
  readonly points: readonly { readonly at: number; readonly rate: string | undefined }[];
}

export interface PriceCharts {
  /** Lines are kept for half a minute, so that a page that many look at is read from the database once. */
  read(pair: PricePair, range: ChartRange): Promise<PriceLine>;
}

/** Prices are recorded each minute. */
const KEPT_MILLISECONDS = 30_000;

async function readLine(
  { read }: Pick<Database, "read">,
  pair: PricePair,
  range: ChartRange,
  now: number,
): Promise<PriceLine> {
  const first = await firstPriceTime(read, pair);
  if (first === undefined) return { step: 0, points: [] };
  const { step, times } = timesOf(range, first, now);
  const begin = (times[0] ?? now) - step;
  const rates = await pricesEvery(read, pair, begin - (begin % step), step);
  const rateAt = (at: number): string | undefined => rates.get(Math.ceil(at / step) * step);
  const points = times.map((at) => ({ at, rate: rateAt(at) }));
  // A step that has only begun may have no price yet.
  return { step, points: points.at(-1)?.rate === undefined ? points.slice(0, -1) : points };
}

/** Reads lines of recorded prices, thinned to some hundred points. */
export function createPriceCharts({
  database,
  clock,
}: {
  readonly database: Pick<Database, "read">;
  readonly clock: Clock;
}): PriceCharts {
  const kept = new Map<string, { readonly at: number; readonly line: Promise<PriceLine> }>();
  return {
    read(pair, range) {
      const key = `${pair.symbol}/${pair.currency}/${range}`;
      const now = clock.now();
      const known = kept.get(key);
      if (known !== undefined && now >= known.at && now - known.at < KEPT_MILLISECONDS) return known.line;
      const entry = { at: now, line: readLine(database, pair, range, now) };
      kept.set(key, entry);
      entry.line.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.line;
    },
  };
}
