import { describe, expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { findCreditedDeposit } from "../bank-transactions.ts";
import { insertTransaction } from "../history.ts";
import { DIALECTS, freshDatabase } from "../testing/databases.ts";
import { addCustomers, depositRow, seedCurrencies } from "../testing/fixtures.ts";
import { bankReferenceKey } from "./0051-reference-keys.ts";
import { migrate } from "./migrate.ts";

const PAYID = { credit_currency: "AUD", payment_method: "payid" } as const;

describe("a payment's key", () => {
  const key = (reference: string): string => bankReferenceKey(PAYID, reference);

  test.each([
    ["in another case", "npp-2026/0007.a"],
    ["spaced otherwise", " NPP 2026 / 0007 A "],
    ["without dashes", "NPP20260007A"],
    ["with dashes of other kinds", "NPP–2026—0007‑A"],
    ["with punctuation", "NPP:2026#0007_(A)"],
    ["in full width", "ＮＰＰ２０２６０００７Ａ"],
    ["with hidden characters", "NPP\u200B2026\u00AD0007A"],
    ["in mathematical letters", "𝐍𝐏𝐏20260007𝐀"],
  ])("is the same %s", (_how, written) => {
    expect(key(written)).toBe(key("NPP-2026/0007.A"));
    expect(key(written)).toBe("aud/payid/npp20260007a");
  });

  test.each([
    ["another digit", "NPP-2026/0008.A"],
    ["a digit less", "NPP-2026/007.A"],
    ["punctuation alone", "-/."],
  ])("is another with %s", (_how, written) => {
    expect(key(written)).not.toBe(key("NPP-2026/0007.A"));
  });

  test("is another for each deposit account, and for each punctuation alone", () => {
    expect(bankReferenceKey({ ...PAYID, payment_method: "bank_transfer" }, "7")).not.toBe(key("7"));
    expect(bankReferenceKey({ ...PAYID, credit_currency: "NGN" }, "7")).not.toBe(key("7"));
    expect(key("- -")).toBe(key("--"));
    expect(key("--")).not.toBe(key("#"));
  });
});

describe.each(DIALECTS)("the migration to keys of letters and digits on %s", (dialect) => {
  test("rewrites them, and where credited deposits now share one the first keeps it and the log says so", async () => {
    const database = await freshDatabase(dialect);
    const rows = {
      a1: { bank_reference: "NPP-7", bank_reference_key: "aud/payid/npp-7" },
      a2: { bank_reference: "NPP 7", bank_reference_key: "aud/payid/npp7" },
      a3: { bank_reference: "npp.7", bank_reference_key: "aud/payid/npp.7" },
      b1: { bank_reference: "X 1", bank_reference_key: "aud/payid/x1" },
      c1: { bank_reference: "Y-1", bank_reference_key: "aud/payid/y-1", status: "returned" },
      c2: { bank_reference: "Y/1", bank_reference_key: "aud/payid/y/1" },
      d1: {
        bank_reference: "Z-1",
        payment_method: "bank_transfer",
        bank_reference_key: "aud/bank_transfer/z-1",
      },
      d2: { bank_reference: "Z-1", bank_reference_key: "aud/payid/z-1" },
      e1: { bank_reference: "shared before" },
      e2: { bank_reference: null },
    } as const;
    try {
      await database.write(async (tx) => {
        await seedCurrencies(tx);
        await addCustomers(tx, ["anna"]);
        for (const [id, changes] of Object.entries(rows)) {
          await insertTransaction(tx, depositRow("anna", id, { status: "completed", ...changes }));
          const key = "bank_reference_key" in changes ? changes.bank_reference_key : null;
          await tx
            .updateTable("transactions")
            .set({ bank_reference_key: key })
            .where("id", "=", id)
            .execute();
        }
        await tx.deleteFrom("schema_migrations").where("name", "=", "0051-reference-keys").execute();
      });
      const keys = async (): Promise<Record<string, string | null>> => {
        const found = await database.read
          .selectFrom("transactions")
          .select(["id", "bank_reference_key"])
          .execute();
        return Object.fromEntries(found.map(({ id, bank_reference_key }) => [id, bank_reference_key]));
      };
      const expected = {
        a1: "aud/payid/npp7",
        a2: null,
        a3: null,
        b1: "aud/payid/x1",
        c1: "aud/payid/y1",
        c2: "aud/payid/y1",
        d1: "aud/bank_transfer/z1",
        d2: "aud/payid/z1",
        e1: null,
        e2: null,
      };
      await migrate(database, 5n);
      expect(await keys()).toEqual(expected);
      expect(await findCreditedDeposit(database.read, bankReferenceKey(PAYID, "npp – 7"))).toMatchObject({
        id: "a1",
      });
      const log = async () => (await listAudit(database.read, { page: 1, perPage: 10 })).rows;
      expect(await log()).toMatchObject(
        ["a3", "a2"].map((id) => ({
          actor: "system:migration",
          action: "deposit.reference_shared",
          subject: id,
          created_at: 5n,
        })),
      );
      expect(JSON.parse((await log())[1]?.details ?? "")).toEqual({
        reference: "REF-a2",
        bank_reference: "NPP 7",
        first_credited: "REF-a1",
      });
      await migrate(database, 6n);
      expect([await keys(), (await log()).length]).toEqual([expected, 2]);
    } finally {
      await database.close();
    }
  });

  test("changes nothing where it does not come to its end", async () => {
    const database = await freshDatabase(dialect);
    try {
      await database.write(async (tx) => {
        await seedCurrencies(tx);
        await addCustomers(tx, ["anna"]);
        for (const [id, bank_reference] of [
          ["a1", "N-1"],
          ["a2", "N 1"],
        ] as const) {
          await insertTransaction(tx, depositRow("anna", id, { bank_reference }));
          const bank_reference_key = `aud/payid/${bank_reference.toLowerCase().replace(" ", "")}`;
          await tx.updateTable("transactions").set({ bank_reference_key }).where("id", "=", id).execute();
        }
        await tx.deleteFrom("schema_migrations").where("name", "=", "0051-reference-keys").execute();
        // Its line of the log is there already, so that the last step fails.
        await tx
          .insertInto("audit_log")
          .values({ id: "0051-a2", actor: "x", action: "x", subject: "x", details: "{}", created_at: 0n })
          .execute();
      });
      await expect(migrate(database, 5n)).rejects.toThrow();
      const found = await database.read
        .selectFrom("transactions")
        .select("bank_reference_key")
        .orderBy("id")
        .execute();
      expect(found.map((row) => row.bank_reference_key)).toEqual(["aud/payid/n-1", "aud/payid/n1"]);
    } finally {
      await database.close();
    }
  });
});
