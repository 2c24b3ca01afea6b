import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

  test("a pair without a price has none", async () => {
    expect(await store.priceAt(BTC_AUD, NOON_MS)).toBeUndefined();
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
    expect(await store.priceAt(BTC_AUD, NOON_MS)).toEqual(first);
    expect(await store.priceAt(BTC_AUD, NOON_MS + MINUTE_MS - 1)).toEqual(first);
    expect(await store.priceAt(BTC_AUD, NOON_MS + DAY_MS)).toEqual(second);
    expect(await store.priceAt(BTC_AUD, NOON_MS - 1)).toBeUndefined();
  });

  test("thinning leaves the times that are kept", async () => {
    const pair = { symbol: "ETH", currency: "NGN" };
    const minutes = Array.from(
      { length: 50 * 60 },
      (_, minute) => NOON_MS - 50 * HOUR_MS + minute * MINUTE_MS,
    );
    await store.recordPrices(minutes.map((recordedAt) => ({ ...pair, rate: "1", recordedAt })));
    await store.thinPrices(NOON_MS, 0);
    const times = await Promise.all(
      minutes.map(async (minute) => (await store.priceAt(pair, minute))?.recordedAt === minute),
    );
    const left = minutes.filter((_, at) => times[at]);
    expect([...left, NOON_MS]).toEqual(store.keptTimes(NOON_MS - 50 * HOUR_MS, NOON_MS));
    expect(left).toHaveLength(2 * 4 + 48 * 60);
  });
});
