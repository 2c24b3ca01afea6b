import type { Database } from "@wattle/db/database";
import { priceAt, recordPrice, thinPrices } from "@wattle/db/prices";
import type { PriceStore } from "./price-recorder.ts";

/** Recorded prices in the database. Prices given together are written in one transaction. */
export function createPriceStore(database: Database): PriceStore {
  return {
    recordPrices: (points) =>
      database.write(async (tx) => {
        for (const { symbol, currency, rate, recordedAt } of points) {
          // One statement after the other: a transaction is one connection.
          await recordPrice(tx, { symbol, currency, rate, recorded_at: BigInt(recordedAt) });
        }
      }),
    async priceAt({ symbol, currency }, epochMs) {
      const point = await priceAt(database.read, symbol, currency, BigInt(epochMs));
      return point && { symbol, currency, rate: point.rate, recordedAt: Number(point.recorded_at) };
    },
    async thinPrices(nowMs) {
      await database.write((tx) => thinPrices(tx, BigInt(nowMs)));
    },
  };
}
