import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keptTimes, priceAt, pricesSince } from "@wattle/db/prices";
import type { Database } from "@wattle/db/database";
import type { PriceStore } from "./price-recorder.ts";
import { createPriceStore } from "./price-store.ts";

const BTC_AUD = { symbol: "BTC", currency: "AUD" };
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each(DIALECTS)("on %s", (dialect) => {
  let database: Database;
  let store: PriceStore;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    store = createPriceStore(database);
  });
  afterAll(() => database.close());

  const priceThen = async (epochMs: number) =>
    (await priceAt(database.read, "BTC", "AUD", BigInt(epochMs)))?.rate;

  test("a pair without a price has none", async () => {
    expect(await priceThen(NOON_MS)).toBeUndefined();
    expect(await store.recordedSpan(BTC_AUD)).toBeUndefined();
  });

  test("gives the newest price at or before a time, and the first recorded of a minute stays", async () => {
    const first = { ...BTC_AUD, rate: "150000.01", recordedAt: NOON_MS };
    const second = { ...BTC_AUD, rate: "150000.02", recordedAt: NOON_MS + MINUTE_MS };
    await store.recordPrices([
      first,
      second,
      { symbol: "ETH", currency: "AUD", rate: "5000", recordedAt: NOON_MS },
    ]);
    await store.recordPrices([{ ...first, rate: "1" }]);
    expect(await priceThen(NOON_MS)).toBe(first.rate);
    expect(await priceThen(NOON_MS + MINUTE_MS - 1)).toBe(first.rate);
    expect(await priceThen(NOON_MS + DAY_MS)).toBe(second.rate);
    expect(await priceThen(NOON_MS - 1)).toBeUndefined();
    expect(await store.recordedSpan(BTC_AUD)).toEqual({ first: NOON_MS, last: NOON_MS + MINUTE_MS });
  });

  test("thinning leaves the times that are kept", async () => {
    const pair = { symbol: "ETH", currency: "NGN" };
    const minutes = Array.from(
      { length: 50 * 60 },
      (_, minute) => NOON_MS - 50 * HOUR_MS + minute * MINUTE_MS,
    );
    await store.recordPrices(minutes.map((recordedAt) => ({ ...pair, rate: "1", recordedAt })));
    await store.thinPrices(NOON_MS, 0);
    const points = await pricesSince(database.read, pair.symbol, pair.currency, 0n);
    const left = points.map(({ recorded_at }) => recorded_at);
    expect([...left, BigInt(NOON_MS)]).toEqual(keptTimes(BigInt(NOON_MS - 50 * HOUR_MS), BigInt(NOON_MS)));
    expect(left).toHaveLength(2 * 4 + 48 * 60);
  });
});
