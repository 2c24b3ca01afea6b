import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { priceAt, pricesSince, recordPrice, thinPrices } from "./prices.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";

const MINUTE = 60_000n;
const HOUR = 60n * MINUTE;
const NOW = 1000n * HOUR;

describe.each(DIALECTS)("prices on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.write((tx) => tx.deleteFrom("price_points").execute());
  });

  const record = (at: bigint, rate: string, symbol = "BTC", currency = "AUD"): Promise<void> =>
    database.write((tx) => recordPrice(tx, { symbol, currency, rate, recorded_at: at }));
  const timesOf = async (symbol = "BTC"): Promise<bigint[]> =>
    (await pricesSince(database.read, symbol, "AUD", 0n)).map((point) => point.recorded_at);

  test("are listed from a time on, oldest first, one market at a time", async () => {
    await record(3n, "3");
    await record(1n, "1");
    await record(2n, "2");
    await record(2n, "20", "ETH");
    await record(2n, "200", "BTC", "NGN");
    const points = await pricesSince(database.read, "BTC", "AUD", 2n);
    expect(points.map(({ rate }) => rate)).toEqual(["2", "3"]);
  });

  test("the first one known for a moment stays", async () => {
    await record(1n, "1");
    await record(1n, "2");
    expect((await priceAt(database.read, "BTC", "AUD", 1n))?.rate).toBe("1");
  });

  test.each([
    { at: 9n, rate: undefined },
    { at: 10n, rate: "first" },
    { at: 19n, rate: "first" },
    { at: 20n, rate: "second" },
    { at: 99n, rate: "second" },
  ])("the price at $at is $rate", async ({ at, rate }) => {
    await record(10n, "first");
    await record(20n, "second");
    expect((await priceAt(database.read, "BTC", "AUD", at))?.rate).toBe(rate);
  });

  test("the last day keeps the first of each minute, older days the first of each hour", async () => {
    const dayAgo = NOW - 24n * HOUR;
    const lastDay = [NOW - 1n, NOW - MINUTE, NOW - MINUTE + 1n, dayAgo, dayAgo + 1n, dayAgo + MINUTE];
    const older = [dayAgo - 1n, dayAgo - HOUR, dayAgo - HOUR + MINUTE, 5n, HOUR - 1n, HOUR];
    for (const at of [...lastDay, ...older]) await record(at, "1");
    await record(NOW - 1n, "1", "ETH");
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(6);
    const kept = [NOW - MINUTE, dayAgo, dayAgo + MINUTE, dayAgo - HOUR, 5n, HOUR];
    expect(await timesOf()).toEqual(kept.toSorted((a, b) => (a < b ? -1 : 1)));
    // Another market's only price of that minute is not this market's second.
    expect(await timesOf("ETH")).toEqual([NOW - 1n]);
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
  });

  test("every hour for three days costs no hour its price", async () => {
    const times = Array.from({ length: 72 }, (_, n) => NOW - BigInt(n) * HOUR - 1n);
    for (const at of times) await record(at, "1");
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
  });
});
