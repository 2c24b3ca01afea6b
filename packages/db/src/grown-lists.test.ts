import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { listApprovals } from "./approvals.ts";
import { listAudit } from "./audit.ts";
import { listBankTransactions } from "./bank-transactions.ts";
import { walkBankLines } from "./bank-lines.ts";
import { searchCustomers } from "./customers.ts";
import type { Reader } from "./database.ts";
import { listOnrampOrders } from "./onramp.ts";
import { listReceivables } from "./receivables.ts";
import { freshDatabase } from "./testing/databases.ts";
import { planOf } from "./testing/plans.ts";

const PAGE = { page: 1, perPage: 20 };

test.each<[string, string, (reader: Reader) => Promise<unknown>]>([
  [
    "all deposits, newest first",
    "transactions_of_banks_newest",
    (reader) => listBankTransactions(reader, { type: "deposit", newestFirst: true, ...PAGE }),
  ],
  [
    "customers with a status",
    "users_by_status",
    (reader) => searchCustomers(reader, { status: "rejected", ...PAGE }),
  ],
  ["an act", "audit_log_by_action", (reader) => listAudit(reader, { action: "customer.block", ...PAGE })],
  ["what someone did", "audit_log_by_actor", (reader) => listAudit(reader, { actor: "olga", ...PAGE })],
  [
    "lines of an amount",
    "bank_lines_by_amount",
    (reader) => walkBankLines(reader, { amount: 500n }, undefined, 20),
  ],
  ["card payments", "onramp_orders_oldest", (reader) => listOnrampOrders(reader, PAGE)],
  [
    "all requests for a second person",
    "approvals_newest",
    (reader) => listApprovals(reader, { status: undefined, now: 0n, ...PAGE }),
  ],
  [
    "all debts",
    "receivables_newest",
    (reader) =>
      listReceivables(reader, { status: undefined, userId: undefined, after: undefined, limit: 20 }),
  ],
])("%s are read by an index, without a sort", async (_what, index, work) => {
  const plan = await planOf(work);
  expect(plan).toContain(`INDEX ${index}`);
});

test("on PostgreSQL parts of names, references and lines' texts are found by their trigrams", async () => {
  const database = await freshDatabase("postgres");
  try {
    const { rows } = await database.write((tx) =>
      tx.executeQuery<{ name: string }>(
        CompiledQuery.raw(
          "select indexname as name from pg_indexes where indexdef like '%gin_trgm_ops%' order by 1",
        ),
      ),
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "bank_lines_payer_parts",
      "bank_lines_text_parts",
      "transactions_bank_reference_parts",
      "transactions_reference_parts",
      "users_called_parts",
    ]);
  } finally {
    await database.close();
  }
});
