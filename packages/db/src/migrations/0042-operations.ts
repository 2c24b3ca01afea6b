import { createTable, refuseTruncate, type Migration } from "./migration.ts";

/**
 * Accounts that are a demo's are marked, so that they can be kept out elsewhere; append-only tables refuse TRUNCATE; and a
 * table whose one row is written only to see whether the database can still write.
 */
export const operations: Migration = {
  name: "0042-operations",
  statements: (dialect) => [
    // SQLite's strict tables know the type as integer.
    `alter table users add column is_demo ${dialect === "sqlite" ? "integer" : "bigint"} not null default 0
       check (is_demo in (0, 1))`,
    // What earlier versions made as demo accounts.
    "update users set is_demo = 1 where email like '%@demo.test'",
    ...["ledger_entries", "ledger_postings", "transaction_events", "audit_log"].flatMap((table) =>
      refuseTruncate(dialect, table),
    ),
    createTable(dialect, "write_probes", "name text primary key, written_at bigint not null"),
  ],
};
