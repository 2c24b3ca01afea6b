import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertReferral, listReferrals } from "./partners.ts";
import type { ReferralRecord } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, seedCurrencies } from "./testing/fixtures.ts";

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
});

describe.each(DIALECTS)("referral records on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["pat", "quinn"]);
      for (let n = 1; n <= 5; n++) await insertReferral(tx, record(`of-pat-${n}`, "pat", BigInt(n)));
      await insertReferral(tx, record("of-quinn", "quinn", 9n));
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
});
