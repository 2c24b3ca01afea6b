import type { Database } from "@wattle/db/database";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPriceCharts } from "./price-charts.ts";

const PAIR = { symbol: "BTC", currency: "AUD" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);

describe.each(DIALECTS)("lines of prices on %s", (dialect) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());
  beforeEach(() => database.write((tx) => tx.deleteFrom("price_points").execute()));

  const record = (...points: (readonly [at: number, rate: string])[]): Promise<void> =>
    database.write((tx) =>
      recordPrices(
        tx,
        points.map(([at, rate]) => ({ ...PAIR, rate, recorded_at: BigInt(at) })),
      ),
    );
  const charts = (now: () => number = () => NOON) =>
    createPriceCharts({ database, clock: { now } as Parameters<typeof createPriceCharts>[0]["clock"] });

  test("nothing recorded is no line", async () => {
    expect(await charts().read(PAIR, "7d")).toEqual({ step: 0, points: [] });
  });

  test("each point has the newest price of its step, and the last one the newest of all", async () => {
    const now = NOON + 90_000;
    await record(
      [NOON - DAY, "1"],
      [NOON - 10 * MINUTE, "2"],
      [NOON - 6 * MINUTE, "3"],
      [NOON - MINUTE, "4"],
      [NOON + MINUTE, "5"],
    );
    const { step, points } = await charts(() => now).read(PAIR, "24h");
    expect(step).toBe(5 * MINUTE);
    expect(points.slice(-4)).toEqual([
      { at: NOON - 10 * MINUTE, rate: "2" },
      { at: NOON - 5 * MINUTE, rate: "3" },
      { at: NOON, rate: "4" },
      { at: now, rate: "5" },
    ]);
    expect(points.filter(({ rate }) => rate === undefined)).toHaveLength(points.length - 4);
  });

  test("a step that has only begun has no point while nothing is recorded within it", async () => {
    await record([NOON - 2 * MINUTE, "1"], [NOON, "2"]);
    const { points } = await charts(() => NOON + 1).read(PAIR, "all");
    expect(points.map(({ at, rate }) => [at - NOON, rate])).toEqual([
      [-2 * MINUTE, "1"],
      [-MINUTE, undefined],
      [0, "2"],
    ]);
  });

  test.each([
    ["24h", 5 * MINUTE],
    ["7d", HOUR],
    ["30d", 4 * HOUR],
    ["1y", DAY],
    ["all", 2 * DAY],
  ] as const)("%s has at most 401 points, each %i ms", async (range, step) => {
    const hours = Array.from({ length: 2 * 365 }, (_, day) => [NOON - day * DAY, `${day + 1}`] as const);
    await record(...hours);
    const line = await charts().read(PAIR, range);
    expect(line.step).toBe(step);
    expect(line.points.length).toBeLessThanOrEqual(401);
    expect(line.points.at(-1)).toEqual({ at: NOON, rate: "1" });
  });

  test("is read once in half a minute, and by all who ask meanwhile", async () => {
    let now = NOON;
    const lines = charts(() => now);
    await record([NOON, "1"]);
    const [one, other] = [lines.read(PAIR, "24h"), lines.read(PAIR, "24h")];
    expect(other).toBe(one);
    await one;
    await record([NOON + MINUTE, "2"]);
    now = NOON + 29_999;
    expect(await lines.read(PAIR, "24h")).toBe(await one);
    now = NOON + MINUTE;
    expect((await lines.read(PAIR, "24h")).points.at(-1)).toEqual({ at: NOON + MINUTE, rate: "2" });
  });

  test("the past day is read once in half a minute, too, and ends with the newest price", async () => {
    let now = NOON;
    const lines = charts(() => now);
    await record([NOON - DAY - 1, "1"], [NOON - DAY, "2"], [NOON, "3"]);
    const rates = async () => (await lines.readDay(PAIR)).map(({ rate }) => rate);
    expect(await rates()).toEqual(["2", "3"]);
    await record([NOON + MINUTE, "4"]);
    now = NOON + 29_999;
    expect(await rates()).toEqual(["2", "3"]);
    now = NOON + MINUTE;
    expect(await rates()).toEqual(["3", "4"]);
  });
});
