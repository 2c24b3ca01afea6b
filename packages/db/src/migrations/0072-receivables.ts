import { createTable, type Migration } from "./migration.ts";

/** What customers owe since a bank took money back. */
export const receivables: Migration = {
  name: "0072-receivables",
  statements: (dialect) => [
    createTable(
      dialect,
      "receivables",
      `id text primary key,
       user_id text not null references users (id),
       currency text not null references currencies (code),
       amount bigint not null check (amount > 0),
       bank_line_id text not null unique references bank_lines (id),
       entry_id text not null references ledger_entries (id),
       opened_at bigint not null,
       settled_at bigint,
       settled_by text,
       settled_entry_id text references ledger_entries (id),
       check ((settled_at is null) = (settled_by is null))`,
    ),
    "create index receivables_by_user on receivables (user_id, opened_at)",
  ],
};
