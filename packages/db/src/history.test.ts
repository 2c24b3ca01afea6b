import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTransaction, insertTransaction, listTransactions, type HistoryPage } from "./history.ts";
import {
  changeCreditedAmount,
  changeTransactionStatus,
  listTransactionEvents,
} from "./transaction-states.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { testVault } from "./testing/vault.ts";
import { addCustomers, depositRow, seedCurrencies } from "./testing/fixtures.ts";

describe.each(DIALECTS)("history on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert", "carl"]);
      for (let n = 1; n <= 7; n++) {
        const type = n % 2 === 0 ? "withdraw" : "deposit";
        // Two rows of the same moment: their ids decide.
        const at = n === 6 ? 500n : BigInt(n * 100);
        await insertTransaction(
          tx,
          depositRow("anna", `row-${n}`, { transaction_type: type, created_at: at }),
        );
      }
      await insertTransaction(tx, depositRow("bert", "row-of-bert"));
    });
  });
  afterAll(() => database.close());

  const all = { page: 1, perPage: 20 };
  test.each<{ description: string; filter: HistoryPage; rows: number[]; total: number }>([
    { description: "newest first", filter: all, rows: [7, 6, 5, 4, 3, 2, 1], total: 7 },
    { description: "the first page", filter: { page: 1, perPage: 3 }, rows: [7, 6, 5], total: 7 },
    { description: "the second page", filter: { page: 2, perPage: 3 }, rows: [4, 3, 2], total: 7 },
    { description: "the last page", filter: { page: 3, perPage: 3 }, rows: [1], total: 7 },
    { description: "a page past the end", filter: { page: 4, perPage: 3 }, rows: [], total: 7 },
    { description: "one kind", filter: { ...all, type: "withdraw" }, rows: [6, 4, 2], total: 3 },
    { description: "a kind without rows", filter: { ...all, type: "exchange" }, rows: [], total: 0 },
    { description: "from a time, included", filter: { ...all, from: 500n }, rows: [7, 6, 5], total: 3 },
    { description: "to a time, included", filter: { ...all, to: 200n }, rows: [2, 1], total: 2 },
    {
      description: "all filters, second page",
      filter: { type: "deposit", from: 100n, to: 500n, page: 2, perPage: 2 },
      rows: [1],
      total: 3,
    },
  ])("$description", async ({ filter, rows, total }) => {
    const found = await listTransactions(database.read, "anna", filter);
    expect(found.rows.map(({ id }) => id)).toEqual(rows.map((n) => `row-${n}`));
    expect(found.total).toBe(total);
  });

  test("a customer sees only own rows", async () => {
    expect((await listTransactions(database.read, "bert", all)).rows.map(({ id }) => id)).toEqual([
      "row-of-bert",
    ]);
    expect(await listTransactions(database.read, "carl", all)).toEqual({ rows: [], total: 0 });
    expect((await findTransaction(database.read, "anna", "row-1"))?.id).toBe("row-1");
    expect(await findTransaction(database.read, "bert", "row-1")).toBeUndefined();
  });

  test("a row comes back whole", async () => {
    const row = depositRow("bert", "whole", {
      note: "a note",
      bank_account_snapshot: testVault.seal("transactions.bank_account_snapshot", "whole", "{}"),
    });
    await database.write((tx) => insertTransaction(tx, row));
    expect(await findTransaction(database.read, "bert", "whole")).toMatchObject(row);
  });

  test("of two concurrent calls one changes the status, and the change is recorded", async () => {
    await database.write((tx) =>
      insertTransaction(tx, depositRow("carl", "contested", { status: "awaiting_payment" })),
    );
    const change = (eventId: string, to: "completed" | "cancelled") =>
      database.write((tx) =>
        changeTransactionStatus(tx, "carl", "contested", {
          eventId,
          from: "awaiting_payment",
          credit: depositRow("carl", "contested").credit,
          to,
          actor: eventId,
          reason: null,
          at: 5000n,
          entryId: `entry-of-${eventId}`,
        }),
      );
    const won = await Promise.all([change("confirm", "completed"), change("cancel", "cancelled")]);
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = won[0] === undefined ? "cancel" : "confirm";
    expect(await findTransaction(database.read, "carl", "contested")).toMatchObject({
      status: winner === "confirm" ? "completed" : "cancelled",
      entry_id: `entry-of-${winner}`,
      updated_at: 5000n,
    });
    const events = await listTransactionEvents(database.read, "carl", "contested");
    expect(events.map(({ actor }) => actor)).toEqual([winner]);
    expect(await listTransactionEvents(database.read, "anna", "contested")).toEqual([]);
  });

  test("a row whose credit has changed since it was read is not changed", async () => {
    const row = depositRow("carl", "paid-twice");
    await database.write((tx) => insertTransaction(tx, row));
    const record = { eventId: "more", actor: "x", reason: null, at: 2n, entryId: "entry-of-more" };
    const more = await database.write((tx) => changeCreditedAmount(tx, row, 1n, record));
    expect(more).toMatchObject({ credit: row.credit + 1n, updated_at: 2n });
    const change = {
      eventId: "return",
      from: "completed",
      credit: row.credit,
      to: "returned",
      actor: "x",
      reason: null,
      at: 3n,
    } as const;
    const changed = (credit: bigint) =>
      database.write((tx) => changeTransactionStatus(tx, "carl", "paid-twice", { ...change, credit }));
    expect(await changed(row.credit)).toBeUndefined();
    expect(await changed(row.credit + 1n)).toMatchObject({ status: "returned", updated_at: 3n });
  });

  test("no customer changes the status of another's row", async () => {
    const change = {
      eventId: "foreign",
      from: "completed",
      credit: depositRow("carl", "contested").credit,
      to: "cancelled",
      actor: "x",
      reason: null,
      at: 1n,
    } as const;
    const changed = await database.write((tx) => changeTransactionStatus(tx, "bert", "row-1", change));
    expect(changed).toBeUndefined();
    expect((await findTransaction(database.read, "anna", "row-1"))?.status).toBe("completed");
  });
});
