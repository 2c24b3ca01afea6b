import { describe, expect, test } from "vitest";
import { openDatabase } from "../database.ts";
import { recordPrices } from "../prices.ts";
import { DIALECTS, filledDatabase } from "./databases.ts";

const PRICE = { symbol: "BTC", currency: "AUD", rate: "1", recorded_at: 0n };

describe.each(DIALECTS)("a filled database on %s", (dialect) => {
  test("is filled once for all that ask, and each has a copy; a filling that failed is done again", async () => {
    let fillings = 0;
    const template = {
      name: "one_price",
      fill: async (url: string) => {
        fillings += 1;
        if (fillings === 1) throw new Error("the first filling fails");
        const database = await openDatabase(url);
        await database.write((tx) => recordPrices(tx, [PRICE]));
        await database.close();
      },
    };
    await expect(filledDatabase(dialect, template)).rejects.toThrow("the first filling fails");
    const copies = await Promise.all([1, 2, 3].map(() => filledDatabase(dialect, template)));
    expect(fillings).toBe(2);
    const [changed, ...others] = copies;
    await changed?.write((tx) => tx.deleteFrom("price_points").execute());
    for (const other of others)
      expect(await other.read.selectFrom("price_points").selectAll().execute()).toEqual([PRICE]);
    await Promise.all(copies.map((copy) => copy.close()));
  });
});
