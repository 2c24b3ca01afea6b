import { listBelievedPrices } from "@wattle/db/believed-prices";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import type { Database } from "@wattle/db/database";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBelievedPrices } from "./believed-prices.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const WHAT = "pair:BTC/AUD";

const priceOf = (text: string) => {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(`${text} is no rate`);
  return { bid: rate, ask: rate };
};

describe.each(DIALECTS)("on %s", (dialect) => {
  let database: Database;
  let now = NOON;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());

  const prices = async (what: typeof WHAT | "pair:ETH/AUD" = WHAT): Promise<string[]> =>
    (await createBelievedPrices(database, () => now).of(what)).map(({ price }) => formatRate(price.bid));

  test("the last hour is there, and the last price however old; of two at one moment the first", async () => {
    const believed = createBelievedPrices(database, () => now);
    for (const text of ["100", "101", "102"]) {
      await believed.keep(WHAT, priceOf(text));
      await believed.keep(WHAT, priceOf("1"));
      now += 40 * MINUTE;
    }
    await believed.keep("pair:ETH/AUD", priceOf("5"));
    expect([await prices(), await prices("pair:ETH/AUD")]).toEqual([["102"], ["5"]]);
    now += 365 * 24 * 60 * MINUTE;
    expect(await prices()).toEqual(["102"]);
    await believed.keep(WHAT, priceOf("103"));
    expect(await listBelievedPrices(database.read, WHAT, 0n)).toHaveLength(1);
  });

  test("starting with a price forgets what was believed of that market", async () => {
    const believed = createBelievedPrices(database, () => now);
    now += MINUTE;
    await believed.keep(WHAT, priceOf("104"));
    now += MINUTE;
    await believed.startWith(WHAT, priceOf("50"));
    expect([await prices(), await prices("pair:ETH/AUD")]).toEqual([["50"], ["5"]]);
  });
});
