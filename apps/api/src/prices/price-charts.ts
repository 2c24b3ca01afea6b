import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { Database } from "@wattle/db/database";
import { firstPriceTime, pricesEvery, pricesSince } from "@wattle/db/prices";
import type { PricePoint } from "@wattle/db/tables";
import type { Clock } from "../clock.ts";
import { beginOf, timesOf } from "./chart-times.ts";
import type { PricePair } from "./price-recorder.ts";
import { thinPrices } from "./thin-prices.ts";

/** A pair's recorded prices over a range. */
interface PriceLine {
  /** Milliseconds between two points. */
  readonly step: number;
  /** Oldest first, at whole steps and now; plain decimal text, undefined if nothing was recorded within the step. */
  readonly points: readonly { readonly at: number; readonly rate: string | undefined }[];
}

/** Answers are kept for half a minute, so that a page that many look at is read from the database once. */
export interface PriceCharts {
  read(pair: PricePair, range: ChartRange): Promise<PriceLine>;
  /** The past day's prices, oldest first, thinned as `thinPrices` says. */
  readDay(pair: PricePair): Promise<readonly PricePoint[]>;
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

/** Keeps each answer for half a minute by its key; a failure is not kept. */
function keepBriefly<T>(clock: Clock): (key: string, read: (now: number) => Promise<T>) => Promise<T> {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key, read) => {
    const now = clock.now();
    const known = kept.get(key);
    if (known !== undefined && now >= known.at && now - known.at < KEPT_MILLISECONDS) return known.answer;
    const entry = { at: now, answer: read(now) };
    kept.set(key, entry);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
}

/** Reads recorded prices, thinned to what a line can show. */
export function createPriceCharts({
  database,
  clock,
}: {
  readonly database: Pick<Database, "read">;
  readonly clock: Clock;
}): PriceCharts {
  const lines = keepBriefly<PriceLine>(clock);
  const days = keepBriefly<readonly PricePoint[]>(clock);
  return {
    read: (pair, range) =>
      lines(`${pair.symbol}/${pair.currency}/${range}`, (now) => readLine(database, pair, range, now)),
    readDay: (pair) =>
      days(`${pair.symbol}/${pair.currency}`, async (now) =>
        thinPrices(await pricesSince(database.read, pair.symbol, pair.currency, BigInt(beginOf("24h", now)))),
      ),
  };
}
