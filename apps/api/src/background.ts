import { priceAt, recordPrice, thinPrices } from "@wattle/db/prices";
import { createPriceRecorder, type PriceStore } from "./rates/price-recorder.ts";
import { simulatedRateAt } from "./rates/simulated.ts";
import type { Services } from "./services.ts";

function priceStore({ database }: Services): PriceStore {
  return {
    async recordPrices(points) {
      await database.write(async (tx) => {
        for (const { symbol, currency, rate, recordedAt } of points) {
          await recordPrice(tx, { symbol, currency, rate, recorded_at: BigInt(recordedAt) });
        }
      });
    },
    async priceAt(pair, epochMs) {
      const row = await priceAt(database.read, pair.symbol, pair.currency, BigInt(epochMs));
      return row && { ...pair, rate: row.rate, recordedAt: Number(row.recorded_at) };
    },
    async thinPrices(now) {
      await database.write((tx) => thinPrices(tx, BigInt(now)));
    },
  };
}

const RECORDED_PAIRS = ["BTC", "ETH"].flatMap((symbol) =>
  ["AUD", "NGN"].map((currency) => ({ symbol, currency })),
);

/** Starts what runs beside the requests. @returns what stops it, resolving once nothing runs any more */
export function startBackgroundWork(services: Services): () => Promise<void> {
  const { config, clock, log, rates } = services;
  const seed = config.SIMULATED_SEED;
  const recorder = createPriceRecorder({
    rates,
    store: priceStore(services),
    pairs: RECORDED_PAIRS,
    now: () => clock.now(),
    log,
    simulatedHistory:
      config.RATE_SOURCE[0] === "simulated"
        ? (symbol, currency, epochMs) => simulatedRateAt(symbol, currency, epochMs, seed)
        : undefined,
  });
  void recorder.start();
  return () => recorder.stop();
}
