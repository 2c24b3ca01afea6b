import { freshDatabase } from "@wattle/db/testing/databases";
import { expect, test } from "vitest";
import { startServer } from "../testing/server-process.ts";
import { lowFeeWarning } from "./warn-of-low-fees.ts";

test.each([
  ["0", true],
  ["0.25", true],
  ["0.2999", true],
  ["0.3", false],
  ["1", false],
  ["12.5", false],
])("a fee of %s percent is low: %s", (text, isLow) => {
  expect(lowFeeWarning(text) !== undefined).toBe(isLow);
});

test("a start says which pairs have a low fee, and why that matters", async () => {
  const database = await freshDatabase("sqlite");
  await (await startServer({ DATABASE_URL: database.url, DEMO: "false" })).stop();
  await database.write((tx) =>
    tx
      .updateTable("exchange_fees")
      .set({ percent: "0.25" })
      .where("currency_from", "=", "BTC")
      .where("currency_to", "=", "AUD")
      .execute(),
  );
  const server = await startServer({ DATABASE_URL: database.url, DEMO: "false" });
  await server.stop();
  await database.close();
  expect(server.printed().match(/the fee of [^"]+/g)).toEqual([
    "the fee of BTC/AUD is 0.25%, below 0.3%: a rate is held for 45 seconds, in which the price can move by more than the fee",
  ]);
});
