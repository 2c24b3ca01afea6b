import type { Database } from "@wattle/db/database";
import { firstPriceTime, priceAt, recordPrices, thinPrices } from "@wattle/db/prices";
import { parseRate, type Rate } from "@wattle/exchange-core/rate";
import type { Clock } from "../clock.ts";
import type { PriceStore } from "./price-recorder.ts";

/** The newest recorded price of a pair, with its time in epoch milliseconds. */
export async function lastRecorded(
  { read }: Pick<Database, "read">,
  clock: Clock,
  { symbol, currency }: { readonly symbol: string; readonly currency: string },
): Promise<{ readonly at: number; readonly rate: Rate } | undefined> {
  const point = await priceAt(read, symbol, currency, BigInt(clock.now()));
  const rate = point && parseRate(point.rate);
  return point !== undefined && rate !== undefined ? { at: Number(point.recorded_at), rate } : undefined;
}

/** Recorded prices in the database. Prices given together are written in one transaction. */
export function createPriceStore(database: Database): PriceStore {
  return {
    recordPrices: (points) =>
      database.write((tx) =>
        recordPrices(
          tx,
          points.map(({ symbol, currency, rate, recordedAt }) => ({
            symbol,
            currency,
            rate,
            recorded_at: BigInt(recordedAt),
          })),
        ),
      ),
    async recordedSpan(pair) {
      const [first, last] = await Promise.all([
        firstPriceTime(database.read, pair),
        priceAt(database.read, pair.symbol, pair.currency, BigInt(Number.MAX_SAFE_INTEGER)),
      ]);
      return first === undefined || last === undefined
        ? undefined
        : { first, last: Number(last.recorded_at) };
    },
    async thinPrices(nowMs, sinceMs) {
      await database.write((tx) => thinPrices(tx, BigInt(nowMs), BigInt(sinceMs)));
    },
  };
}
