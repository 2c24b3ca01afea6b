import type { Dialect } from "../handles/dialect.ts";
import { createTable, flag, trigramIndex, type Migration } from "./migration.ts";
import { differs, neverRemoved, refused, refusedUpdate, saidOnce, unlessErasing } from "./triggers.ts";

function customersAccounts(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "bank_accounts",
      `id text primary key,
       user_id text not null references users (id),
       currency text not null references currencies (code),
       country text not null,
       account_name text not null,
       bank_name text not null,
       bsb text,
       bank_code text,
       account_number text not null,
       created_at bigint not null,
       updated_at bigint not null,
       held_until bigint`,
    ),
    "create index bank_accounts_by_user on bank_accounts (user_id, created_at)",
    ...refusedUpdate(dialect, {
      table: "bank_accounts",
      name: "bank_accounts_kept",
      when: differs("id, user_id"),
      says: "belongs to one customer",
    }),
    // Keyed hashes of account numbers without their bank, to search by.
    table(
      "account_number_hashes",
      `hash text not null,
       user_id text not null references users (id),
       primary key (hash, user_id)`,
    ),
    "create index account_number_hashes_by_user on account_number_hashes (user_id)",
    // Bank accounts that a customer wants an email about, once money can be withdrawn to them.
    table(
      "hold_mails",
      `bank_account_id text primary key references bank_accounts (id) on delete cascade,
       user_id text not null references users (id),
       requested_at bigint not null`,
    ),
    "create index hold_mails_by_user on hold_mails (user_id)",
  ];
}

/** Our accounts that customers pay into, with the settings and statements of each. */
function depositAccounts(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "system_bank_accounts",
      `id text primary key,
       currency text not null references currencies (code),
       method text not null,
       bank_name text not null,
       account_name text not null,
       bsb text,
       account_number text,
       payid text,
       bank_code text,
       ${flag("active")}`,
    ),
    table(
      "payout_settings",
      `deposit_account_id text primary key references system_bank_accounts (id),
       bank_abbreviation text,
       user_number text,
       trace_bsb text,
       trace_account_number text,
       remitter text`,
    ),
    // The columns of a bank's CSV files, if they are none that we know.
    table(
      "statement_columns",
      `deposit_account_id text primary key references system_bank_accounts (id),
       columns text not null,
       set_by text not null`,
    ),
    table(
      "statement_balances",
      `deposit_account_id text primary key references system_bank_accounts (id),
       balance bigint not null`,
    ),
    // The import that is under way, and until when it counts as such if it says no more.
    table(
      "statement_imports",
      `deposit_account_id text primary key references system_bank_accounts (id),
       import_id text not null,
       held_until bigint not null`,
    ),
    // A day of an account is closed once, unless it is reopened.
    table(
      "reconciliations",
      `id text primary key,
       deposit_account_id text not null references system_bank_accounts (id),
       currency text not null references currencies (code),
       day text not null,
       statement_balance bigint not null,
       ledger_balance bigint not null,
       explanation text not null,
       unexplained bigint not null,
       closed_by text not null,
       created_at bigint not null,
       reopened_by text,
       reopened_at bigint,
       reopen_note text,
       check ((reopened_by is null) = (reopened_at is null))`,
    ),
    `create unique index reconciliations_of_day on reconciliations (deposit_account_id, day)
     where reopened_at is null`,
    "create index reconciliations_newest on reconciliations (created_at desc, id desc)",
    `create index reconciliations_last_day on reconciliations (day desc, created_at desc, id desc)
     where reopened_at is null`,
  ];
}

/**
 * The lines of the bank's statements. `bank_key` hashes account, day, amount and the bank's own identifier: by it a line is known
 * again that its bank has reworded. `like_id` is a line of another format that this one may be. `proven` lines lead from one balance
 * to the next.
 */
const LINES = `id text primary key,
  deposit_account_id text not null references system_bank_accounts (id),
  booked_on text not null,
  amount bigint not null check (amount <> 0),
  currency text not null references currencies (code),
  text text not null,
  payer text,
  identity text not null unique,
  bank_key text,
  format text,
  like_id text,
  proven bigint not null default 0 check (proven in (0, 1)),
  status text not null check (status in
    ('unmatched', 'proposed', 'credited', 'returned', 'own_money', 'payout')),
  proposal text,
  customer_id text,
  matched_id text,
  message text,
  internal_note text,
  entry_id text not null references ledger_entries (id),
  settled_entry_id text references ledger_entries (id),
  imported_at bigint not null,
  imported_by text not null,
  columns_by text,
  settled_at bigint,
  settled_by text,
  check ((status in ('unmatched', 'proposed')) = (settled_at is null)),
  check ((settled_at is null) = (settled_by is null))`;

/** The columns that come from the bank, which do not change. */
const OF_BANK =
  "id, deposit_account_id, booked_on, amount, currency, identity, bank_key, format, like_id, proven, entry_id, " +
  "imported_at, imported_by, columns_by";

function bankLines(dialect: Dialect): string[] {
  const table = "bank_lines";
  const parts = (column: string): string[] =>
    trigramIndex(dialect, { name: `bank_lines_${column}_parts`, table, text: `lower(${column})` });
  return [
    createTable(dialect, table, LINES),
    "create index bank_lines_newest on bank_lines (booked_on desc, id desc)",
    "create index bank_lines_by_status on bank_lines (status, booked_on desc, id desc)",
    "create index bank_lines_by_account on bank_lines (deposit_account_id, booked_on)",
    "create index bank_lines_by_entry on bank_lines (entry_id)",
    "create index bank_lines_by_match on bank_lines (matched_id)",
    "create index bank_lines_by_customer on bank_lines (customer_id, booked_on desc, id desc)",
    "create index bank_lines_by_amount on bank_lines (amount, booked_on desc, id desc)",
    "create index bank_lines_by_bank_key on bank_lines (bank_key) where bank_key is not null",
    "create index bank_lines_open on bank_lines (status, imported_at) where status in ('unmatched', 'proposed')",
    ...parts("text"),
    ...parts("payer"),
    refused(dialect, { table, name: "bank_lines_said", change: `update of ${OF_BANK}` }),
    unlessErasing(dialect, {
      table,
      name: "bank_lines_text",
      change: "update of text, payer",
      owner: "old.customer_id",
      or: "new.text <> '' or new.payer is not null or old.customer_id is null",
    }),
    ...neverRemoved(dialect, table),
  ];
}

/** Money that customers owe since a bank took it back. */
const receivables = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "receivables",
    `id text primary key,
     user_id text not null references users (id),
     currency text not null references currencies (code),
     amount bigint not null check (amount > 0),
     bank_line_id text unique references bank_lines (id),
     arrival_id text,
     entry_id text not null references ledger_entries (id),
     opened_at bigint not null,
     settled_at bigint,
     settled_by text,
     settled_entry_id text references ledger_entries (id),
     check ((settled_at is null) = (settled_by is null)),
     check ((bank_line_id is null) = (arrival_id is not null))`,
  ),
  "create index receivables_by_entry on receivables (entry_id)",
  "create index receivables_by_user on receivables (user_id, opened_at)",
  "create index receivables_newest on receivables (opened_at desc, id desc)",
  ...refusedUpdate(dialect, {
    table: "receivables",
    name: "receivables_kept",
    when: `${differs("id, user_id, currency, amount, bank_line_id, arrival_id, entry_id, opened_at")} or
      ${saidOnce("settled_at, settled_by, settled_entry_id")}`,
    says: "keeps what is owed",
  }),
  ...neverRemoved(dialect, "receivables"),
];

const payoutBatches = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "payout_batches",
    `id text primary key,
     currency text not null references currencies (code),
     deposit_account_id text not null references system_bank_accounts (id),
     status text not null check (status in ('open', 'released', 'sent', 'settled', 'cancelled')),
     created_by text not null,
     created_at bigint not null,
     released_by text,
     released_at bigint,
     filed_at bigint,
     sent_by text,
     sent_at bigint,
     settled_at bigint,
     cancelled_at bigint`,
  ),
  "create index payout_batches_newest on payout_batches (created_at desc, id desc)",
  ...refusedUpdate(dialect, {
    table: "payout_batches",
    name: "payout_batches_kept",
    when: `${differs("id, currency, deposit_account_id, created_by, created_at")} or
      ${saidOnce("released_by, released_at, filed_at, sent_by, sent_at, settled_at, cancelled_at")}`,
    says: "keeps what was decided",
  }),
  ...refusedUpdate(dialect, {
    table: "payout_batches",
    name: "payout_batches_go_on",
    when: `new.status <> old.status and (old.status || ' ' || new.status) not in
      ('open released', 'open cancelled', 'released sent', 'sent settled', 'released settled')`,
    says: "never goes back",
  }),
  ...neverRemoved(dialect, "payout_batches"),
];

/** Bank accounts, customers' and ours, the lines of statements, and payout runs. */
export const banks: Migration = {
  name: "0008-banks",
  statements: (dialect) => [
    ...customersAccounts(dialect),
    ...depositAccounts(dialect),
    ...bankLines(dialect),
    ...receivables(dialect),
    ...payoutBatches(dialect),
  ],
};
