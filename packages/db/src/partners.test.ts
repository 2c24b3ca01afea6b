import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import {
  countReferredCustomers,
  deleteReferralOf,
  insertReferrals,
  listReferrals,
  referralMonths,
  referralTotals,
} from "./partners.ts";
import type { ReferralRecord } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, customer, seedCurrencies } from "./testing/fixtures.ts";

const record = (id: string, partnerId: string, createdAt: bigint): ReferralRecord => ({
  id,
  partner_id: partnerId,
  client_user_id: null,
  client_name: "Cleo",
  client_surname: "Client",
  client_email: "cleo@wattle.test",
  transaction_type: "exchange",
  credit: 1n,
  credit_currency: "BTC",
  debit: 2n,
  debit_currency: "AUD",
  created_at: createdAt,
  transaction_id: null,
});

describe.each(DIALECTS)("referral records on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["pat", "quinn"]);
      for (let n = 1; n <= 5; n++) await insertReferrals(tx, record(`of-pat-${n}`, "pat", BigInt(n)));
      await insertReferrals(tx, record("of-quinn", "quinn", 9n));
    });
  });
  afterAll(() => database.close());

  test.each([
    { page: 1, ids: ["of-pat-5", "of-pat-4"] },
    { page: 3, ids: ["of-pat-1"] },
    { page: 4, ids: [] },
  ])("page $page of a partner's own, newest first", async ({ page, ids }) => {
    const { rows, total } = await listReferrals(database.read, "pat", { page, perPage: 2 });
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(total).toBe(5);
  });

  test("a record comes back whole", async () => {
    const { rows } = await listReferrals(database.read, "quinn", { page: 1, perPage: 20 });
    expect(rows).toEqual([record("of-quinn", "quinn", 9n)]);
  });

  test("what was given adds up by kind and currency, beyond what a double holds", async () => {
    const deposit = { transaction_type: "deposit", credit_currency: "AUD" } as const;
    await database.write(async (tx) => {
      await addCustomers(tx, ["sum"]);
      for (const [id, credit] of [
        ["first", 9_007_199_254_740_993n],
        ["second", 2n],
      ] as const) {
        await insertReferrals(tx, { ...record(id, "sum", 1n), ...deposit, credit });
      }
      await insertReferrals(tx, record("third", "sum", 1n));
    });
    expect(await referralTotals(database.read, "sum")).toEqual([
      { ...deposit, records: 2n, credit: 9_007_199_254_740_995n },
      { transaction_type: "exchange", credit_currency: "BTC", records: 1n, credit: 1n },
    ]);
    expect(await referralTotals(database.read, "no-one")).toEqual([]);
  });

  test("exchanges add up by month and pair, beyond what a double holds; a month begins at its moment", async () => {
    const months = [
      { name: "2026-11", from: 200n },
      { name: "2026-10", from: 100n },
    ];
    await database.write(async (tx) => {
      await addCustomers(tx, ["monthly"]);
      const add = (id: string, at: bigint, change: Partial<ReferralRecord> = {}) =>
        insertReferrals(tx, { ...record(`monthly-${id}`, "monthly", at), ...change });
      await add("too old", 99n);
      await add("first of October", 100n, { debit: 9_007_199_254_740_993n });
      await add("last of October", 199n);
      await add("first of November", 200n);
      await add("bought", 900n, { credit: 150n, credit_currency: "AUD", debit: 3n, debit_currency: "BTC" });
      await add("no exchange", 900n, { transaction_type: "deposit" });
    });
    const sold = { credit_currency: "BTC", debit_currency: "AUD" };
    const bought = { credit_currency: "AUD", debit_currency: "BTC" };
    expect(await referralMonths(database.read, "monthly", months)).toEqual([
      { month: "2026-11", ...bought, records: 1n, credit: 150n, debit: 3n },
      { month: "2026-11", ...sold, records: 1n, credit: 1n, debit: 2n },
      { month: "2026-10", ...sold, records: 2n, credit: 2n, debit: 9_007_199_254_740_995n },
    ]);
    expect(await referralMonths(database.read, "monthly", [])).toEqual([]);
  });

  test("a transaction makes one record, and takes it along when it is undone", async () => {
    await database.write(async (tx) => {
      await addCustomers(tx, ["once"]);
      for (const id of ["a", "b"]) {
        await insertReferrals(tx, { ...record(id, "once", 1n), transaction_id: "the-transaction" });
      }
    });
    const page = { page: 1, perPage: 20 };
    const ids = async (): Promise<string[]> =>
      (await listReferrals(database.read, "once", page)).rows.map(({ id }) => id);
    expect(await ids()).toEqual(["a"]);
    await database.write((tx) => deleteReferralOf(tx, "the-transaction"));
    expect(await ids()).toEqual([]);
    expect((await listReferrals(database.read, "pat", page)).total).toBe(5);
  });

  test("customers are counted by whose link they followed", async () => {
    await database.write(async (tx) => {
      await addCustomers(tx, ["host"]);
      await insertUser(tx, customer("guest-1", { referred_by: "host" }));
      await insertUser(tx, customer("guest-2", { referred_by: "host" }));
    });
    expect(await countReferredCustomers(database.read, "host")).toBe(2);
    expect(await countReferredCustomers(database.read, "guest-1")).toBe(0);
  });
});
