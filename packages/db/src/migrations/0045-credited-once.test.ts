import { CompiledQuery } from "kysely";
import { describe, expect, test } from "vitest";
import { findCreditedDeposit } from "../bank-transactions.ts";
import { insertTransaction } from "../history.ts";
import { DIALECTS, freshDatabase } from "../testing/databases.ts";
import { addCustomers, depositRow, seedCurrencies } from "../testing/fixtures.ts";
import { creditedOnce } from "./0045-credited-once.ts";
import { bankReferenceKey } from "./0051-reference-keys.ts";

describe.each(DIALECTS)("the migration to one credit a payment on %s", (dialect) => {
  test("gives a shared reference to the deposit that had it first, and the same key as a new one gets", async () => {
    const database = await freshDatabase(dialect);
    try {
      const rows = {
        a1: { bank_reference: "NPP 7" },
        a2: { bank_reference: "npp7" },
        a3: { bank_reference: "NPP 7", payment_method: "bank_transfer" },
        b1: { bank_reference: "NPP 8", status: "returned" },
        b2: { bank_reference: null },
        b3: { bank_reference: "X1", payment_method: "onramp" },
        b4: { bank_reference: "PAYOUT", transaction_type: "withdraw" },
      } as const;
      const backfill = creditedOnce.statements(dialect).find((statement) => statement.startsWith("update"));
      await database.write(async (tx) => {
        await seedCurrencies(tx);
        await addCustomers(tx, ["anna"]);
        for (const [id, changes] of Object.entries(rows)) {
          await insertTransaction(tx, depositRow("anna", id, changes));
        }
        await tx.executeQuery(CompiledQuery.raw(backfill ?? ""));
      });
      const keyed = await database.read
        .selectFrom("transactions")
        .select(["id", "bank_reference_key"])
        .where("bank_reference_key", "is not", null)
        .orderBy("id")
        .execute();
      const keyOf = (payment_method: string): string =>
        bankReferenceKey({ credit_currency: "AUD", payment_method }, "NPP 7");
      expect(keyed).toEqual([
        { id: "a1", bank_reference_key: keyOf("payid") },
        { id: "a3", bank_reference_key: keyOf("bank_transfer") },
      ]);
      expect(await findCreditedDeposit(database.read, keyOf("payid"))).toMatchObject({ id: "a1" });
    } finally {
      await database.close();
    }
  });
});
