import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  firstPriceWithin,
  keptTimes,
  priceAt,
  pricesEvery,
  pricesSince,
  recordPrices,
  thinPrices,
} from "./prices.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";

const MINUTE = 60_000n;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const YEAR = 365n * DAY;
/** In the middle of a day. */
const NOW = 20n * YEAR + 12n * HOUR;

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
    database.write((tx) => recordPrices(tx, [{ symbol, currency, rate, recorded_at: at }]));
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

  /** Prices left at these times of BTC, once thinned. */
  async function left(times: readonly bigint[], since?: bigint): Promise<bigint[]> {
    for (const at of times) await record(at, "1");
    await database.write((tx) => thinPrices(tx, NOW, since));
    return timesOf();
  }

  test.each([
    ["two days: the first of each minute", NOW - DAY, MINUTE],
    ["thirty days: the first of each quarter of an hour", NOW - 5n * DAY, 15n * MINUTE],
    ["a year: the first of each hour", NOW - 100n * DAY, HOUR],
    ["five years: the first of each day", NOW - 2n * YEAR - 12n * HOUR, DAY],
  ])("within %s stays", async (_age, start, period) => {
    const kept = [start, start + period, start + 2n * period + 1n];
    expect(await left([...kept, start + 1n, start + period - 1n, start + period + 7n])).toEqual(kept);
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
  });

  test("what is older than five years is deleted", async () => {
    const last = NOW - 5n * YEAR + DAY;
    expect(await left([NOW - 5n * YEAR - 1n, last])).toEqual([last]);
  });

  test("another market's only price of a minute is not this market's second", async () => {
    await record(NOW - 2n, "1");
    await record(NOW - 1n, "1", "ETH");
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
  });

  test("thinned again later, only what has grown older is looked at, and nothing is missed", async () => {
    const times = Array.from(
      { length: 8 * 60 },
      (_, minute) => NOW - 2n * DAY - 4n * HOUR + BigInt(minute) * MINUTE,
    );
    await database.write((tx) =>
      recordPrices(
        tx,
        times.map((recorded_at) => ({ symbol: "BTC", currency: "AUD", rate: "1", recorded_at })),
      ),
    );
    await database.write((tx) => thinPrices(tx, NOW));
    const later = NOW + 2n * HOUR + 7n * MINUTE;
    await database.write((tx) => thinPrices(tx, later, NOW));
    const thinned = await timesOf();
    expect(await database.write((tx) => thinPrices(tx, later))).toBe(0);
    expect(thinned.filter((at) => at < later - 2n * DAY - 15n * MINUTE)).toEqual(
      times.filter((at) => at % (15n * MINUTE) === 0n && at < later - 2n * DAY - 15n * MINUTE),
    );
  });

  test("the times a past is computed for are those that would be kept of it", async () => {
    const times = keptTimes(NOW - YEAR - 20n * DAY, NOW);
    expect(times.length).toBe(20 + 335 * 24 + 28 * 96 + 2 * 1440 + 1);
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : 1)));
    await database.write((tx) =>
      recordPrices(
        tx,
        times.map((recorded_at) => ({ symbol: "BTC", currency: "AUD", rate: "1", recorded_at })),
      ),
    );
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
    expect(keptTimes(NOW - MINUTE, NOW)).toEqual([NOW - MINUTE, NOW]);
    expect(keptTimes(NOW + 1n, NOW)).toEqual([]);
  });

  test("at whole steps it is the newest since the step before; a step without one is missing", async () => {
    for (const [at, rate] of [
      [0n, "before"],
      [HOUR - 1n, "early"],
      [HOUR, "at the hour"],
      [2n * HOUR - 5n, "newest"],
      [3n * HOUR + 1n, "after a gap"],
    ] as const) {
      await record(at, rate);
      await record(at, "other", "ETH");
    }
    const hour = 3_600_000;
    expect(await pricesEvery(database.read, { symbol: "BTC", currency: "AUD" }, 0, hour)).toEqual(
      new Map([
        [hour, "at the hour"],
        [2 * hour, "newest"],
        [4 * hour, "after a gap"],
      ]),
    );
  });

  test("the first price of a day is that of the day alone, and survives thinning", async () => {
    const day = NOW - 12n * HOUR - 400n * DAY;
    await record(day + HOUR, "first");
    await record(day + 2n * HOUR, "second");
    const pair = { symbol: "BTC", currency: "AUD" };
    await database.write((tx) => thinPrices(tx, NOW));
    expect(await firstPriceWithin(database.read, pair, day, day + DAY)).toBe("first");
    expect(await firstPriceWithin(database.read, pair, day + DAY, day + 2n * DAY)).toBeUndefined();
  });

  test("every hour for three days costs no hour its price", async () => {
    const times = Array.from({ length: 72 }, (_, n) => NOW - BigInt(n) * HOUR - 1n);
    for (const at of times) await record(at, "1");
    expect(await database.write((tx) => thinPrices(tx, NOW))).toBe(0);
  });
});
