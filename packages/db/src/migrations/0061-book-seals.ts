import type { Dialect } from "../handles/dialect.ts";
import { appendOnly, createTable, refuseTruncate, type Migration } from "./migration.ts";

/** The tables that are sealed row by row. */
const BOOKS = ["ledger_entries", "audit_log"] as const;

/** Numbers the rows of a table in the order they are written; PostgreSQL numbers what comes later by itself. */
function numberRows(dialect: Dialect, table: (typeof BOOKS)[number]): string[] {
  const index = `create unique index ${table}_by_seq on ${table} (seq)`;
  if (dialect === "postgres")
    return [`alter table ${table} add column seq bigint generated always as identity`, index];
  return [
    `alter table ${table} add column seq integer`,
    `drop trigger ${table}_no_update`,
    `update ${table} set seq = numbered.seq
     from (select id, row_number() over (order by id) as seq from ${table}) as numbered
     where numbered.id = ${table}.id`,
    index,
  ];
}

/**
 * SQLite's numbers. Entries, which are many, are written with theirs (`ledger_insert_entry`); a line of the log gets it
 * right after it was written, and never changes again.
 */
const SQLITE_NUMBERS = [
  ...appendOnly("sqlite", "ledger_entries").filter((statement) => statement.includes("_no_update")),
  `create trigger ledger_entries_numbered before insert on ledger_entries when new.seq is null
   begin select raise(abort, 'a ledger entry needs its number'); end`,
  `create trigger audit_log_no_update before update on audit_log when old.seq is not null
   begin select raise(abort, 'audit_log is append-only'); end`,
  `create trigger audit_log_numbered after insert on audit_log when new.seq is null
   begin update audit_log set seq = (select coalesce(max(seq), 0) + 1 from audit_log) where id = new.id; end`,
];

/**
 * Seals over the ledger's entries and the audit log, each linked to the one before, and the one row that says which is
 * the newest. Both books get a number for each row, by which seals name what they cover.
 */
export const bookSeals: Migration = {
  name: "0061-book-seals",
  statements: (dialect) => [
    ...BOOKS.flatMap((table) => numberRows(dialect, table)),
    ...(dialect === "sqlite" ? SQLITE_NUMBERS : []),
    createTable(
      dialect,
      "book_seals",
      `number bigint primary key,
       book text not null check (book in ('ledger', 'audit')),
       first_seq bigint not null,
       last_seq bigint not null,
       entries bigint not null check (entries > 0),
       previous_hash text not null,
       hash text not null,
       kid text not null,
       signature text not null,
       sealed_at bigint not null,
       gaps text not null,
       digests text not null`,
    ),
    "create unique index book_seals_by_book on book_seals (book, number)",
    ...appendOnly(dialect, "book_seals"),
    ...refuseTruncate(dialect, "book_seals"),
    createTable(
      dialect,
      "book_seal_heads",
      `name text primary key check (name = 'newest'),
       number bigint not null,
       kid text not null,
       signature text not null`,
    ),
  ],
};
