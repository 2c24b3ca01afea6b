import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeOnrampOrder, insertOnrampOrder } from "./onramp.ts";
import type { OnrampOrderRow } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, seedCurrencies } from "./testing/fixtures.ts";

const order = (id: string): OnrampOrderRow => ({
  id,
  user_id: "anna",
  provider: "sandbox",
  status: "created",
  fiat_amount: 10_000n,
  fiat_currency: "AUD",
  crypto_currency: "BTC",
  crypto_amount: null,
  provider_order_id: null,
  checkout_hash: null,
  quoted_amount: null,
  transaction_id: null,
  note: null,
  created_at: 1n,
  updated_at: 1n,
});

describe.each(DIALECTS)("an order at a payment provider on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert"], {});
      for (const id of ["open", "paid"]) await insertOnrampOrder(tx, order(id));
      const paid = { crypto_amount: 100n, transaction_id: "credit", updated_at: 2n };
      await changeOnrampOrder(tx, "paid", "created", "completed", paid);
    });
  });
  afterAll(() => database.close());

  const attempt = (statement: string): Promise<unknown> =>
    database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)));

  test.each([
    ["onramp_orders keeps what was agreed", "update onramp_orders set user_id = 'bert'"],
    ["onramp_orders keeps what was agreed", "update onramp_orders set fiat_amount = 900000"],
    ["onramp_orders keeps what was agreed", "update onramp_orders set crypto_currency = 'ETH'"],
    ["onramp_orders keeps what was agreed", "update onramp_orders set crypto_amount = 9 where id = 'paid'"],
    [
      "onramp_orders keeps what was agreed",
      "update onramp_orders set transaction_id = null where id = 'paid'",
    ],
  ])("%s: %s", async (refusal, statement) => {
    await expect(attempt(statement)).rejects.toThrow(refusal);
  });

  test.each([
    "update onramp_orders set crypto_amount = 5, transaction_id = 'new', status = 'completed' where id = 'open'",
    "update onramp_orders set checkout_hash = null, note = null where id = 'paid'",
  ])("can still: %s", async (statement) => {
    await expect(attempt(statement)).resolves.toBeDefined();
  });
});
