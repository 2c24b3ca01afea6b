import { runDay } from "@wattle/contracts/recurring-days";
import { findUserByEmail } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { insertRecurringBuy } from "@wattle/db/recurring";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { expect, test } from "vitest";
import { demoDatabase } from "../testing/demo-database.ts";
import { startServer } from "../testing/server-process.ts";

const PLANS = IS_TRIAL ? 60 : 30;
/** The server is killed once so many buys are made. */
const KILLED_AFTER = 10;

const KILLS = attacks({ few: 1, many: 50 });

test.each(DIALECTS)(
  "kill -9 amid recurring buys on %s: each is made once in the end",
  { repeats: KILLS - 1 },
  async (dialect) => {
    const database = await demoDatabase(dialect);
    const start = () => startServer({ DATABASE_URL: database.url });
    const { read } = database;
    const owner = await findUserByEmail(read, "customer@demo.test");
    if (owner === undefined) throw new Error("no demo customer");
    const nowAt = Date.now();
    const now = BigInt(nowAt);
    const day = runDay(nowAt, "Australia/Sydney");
    await database.write(async (tx) => {
      for (let number = 0; number < PLANS; number += 1) {
        await insertRecurringBuy(tx, {
          id: `plan-${String(number).padStart(3, "0")}`,
          user_id: owner.id,
          credit_currency: "AUD",
          debit_currency: "BTC",
          amount: 10_000n,
          max_price: "10000000",
          frequency: "monthly",
          first_on: day,
          next_on: day,
          status: "active",
          created_at: now,
          updated_at: now,
        });
      }
    });
    const runs = () => read.selectFrom("recurring_runs").selectAll().execute();

    const first = await start();
    await expect.poll(async () => (await runs()).length, { interval: 1 }).toBeGreaterThan(KILLED_AFTER);
    await first.kill();
    const madeBefore = (await runs()).length;

    const [second, third] = await Promise.all([start(), start()]);
    await expect.poll(async () => (await runs()).length).toBe(PLANS);
    await Promise.all([second.stop(), third.stop()]);

    const made = await runs();
    expect(made.every(({ outcome }) => outcome === "bought")).toBe(true);
    const exchanges = await read
      .selectFrom("idempotency_keys")
      .select("key")
      .where("key", "like", "recurring:%")
      .execute();
    expect(exchanges.length).toBe(PLANS);
    const bought = new Set(made.map(({ transaction_id }) => transaction_id));
    expect(bought.size).toBe(PLANS);
    const mails = await read
      .selectFrom("outbox")
      .select("id")
      .where("subject", "like", "You bought%")
      .where("created_at", ">=", now)
      .execute();
    expect(mails.length).toBe(PLANS);
    expect((await checkLedger(read)).mismatches).toEqual([]);
    // Had the first process made all of them, the kill would have proved nothing.
    expect(madeBefore).toBeLessThan(PLANS);
    await database.close();
    noteFigures(`${dialect}: one kill amid ${PLANS} recurring buys; none lost, none doubled`);
  },
);
