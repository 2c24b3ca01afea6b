import { describe, expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { findCreditedDeposit, paymentKey } from "../bank-transactions.ts";
import { insertTransaction } from "../history.ts";
import { upsertSystemBankAccount } from "../system-bank-accounts.ts";
import type { SystemBankAccount } from "../tables.ts";
import { DIALECTS, freshDatabase } from "../testing/databases.ts";
import { addCustomers, depositRow, seedCurrencies } from "../testing/fixtures.ts";
import { migrate } from "./migrate.ts";

const account = (method: string, changes: Partial<SystemBankAccount> = {}): SystemBankAccount => ({
  id: `aud-${method}`,
  currency: "AUD",
  method,
  bank_name: "Bank of Example",
  account_name: "Client money",
  bsb: "000-222",
  account_number: "12345678",
  payid: null,
  bank_code: null,
  active: 1n,
  ...changes,
});

describe("a payment's key", () => {
  const deposit = { credit_currency: "AUD", payment_method: "payid" };

  test.each<[string, SystemBankAccount | undefined, string]>([
    ["the account's number at its bank", account("payid"), "aud/000-222/12345678/npp7"],
    [
      "a PayID where there is no number",
      account("payid", { bsb: null, account_number: null, payid: "Pay@Us.example" }),
      "aud/pay@us.example/npp7",
    ],
    ["the payment method where there is no account", undefined, "aud/payid/npp7"],
  ])("begins with %s", (_what, of, key) => {
    expect(paymentKey(deposit, of, "NPP-7")).toBe(key);
  });
});

describe.each(DIALECTS)("the migration to keys by account on %s", (dialect) => {
  test("joins payment methods that lead to one account; the first credit keeps the key and the log says so", async () => {
    const database = await freshDatabase(dialect);
    try {
      await database.write(async (tx) => {
        await seedCurrencies(tx);
        await addCustomers(tx, ["anna"]);
        await upsertSystemBankAccount(tx, account("payid"));
        await upsertSystemBankAccount(tx, account("bank_transfer", { active: 0n }));
        await upsertSystemBankAccount(tx, account("post_billpay", { bsb: null, account_number: "777" }));
        for (const [id, payment_method] of [
          ["a1", "payid"],
          ["a2", "bank_transfer"],
          ["a3", "post_billpay"],
        ] as const) {
          const row = { bank_reference: "NPP 7", payment_method, status: "completed" } as const;
          await insertTransaction(tx, depositRow("anna", id, row));
          await tx
            .updateTable("transactions")
            .set({ bank_reference_key: `aud/${payment_method}/npp7` })
            .where("id", "=", id)
            .execute();
        }
        await tx.deleteFrom("schema_migrations").where("name", "=", "0062-payment-keys").execute();
      });
      await migrate(database, 5n);
      const rows = await database.read
        .selectFrom("transactions")
        .select(["id", "bank_reference_key"])
        .orderBy("id")
        .execute();
      expect(rows).toEqual([
        { id: "a1", bank_reference_key: "aud/000-222/12345678/npp7" },
        { id: "a2", bank_reference_key: null },
        { id: "a3", bank_reference_key: "aud//777/npp7" },
      ]);
      expect(await findCreditedDeposit(database.read, "aud/000-222/12345678/npp7")).toMatchObject({
        id: "a1",
      });
      const log = (await listAudit(database.read, { page: 1, perPage: 5 })).rows;
      expect(log).toMatchObject([{ id: "0062-a2", action: "deposit.reference_shared", subject: "a2" }]);
    } finally {
      await database.close();
    }
  });
});
