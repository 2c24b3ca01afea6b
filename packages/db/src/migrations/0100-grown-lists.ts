import type { Migration } from "./migration.ts";

const OF_BANKS = "transaction_type in ('deposit', 'withdraw')";
const OF_CUSTOMERS = `roles in ('["regular-user"]', '["partner"]')`;

/** What holds part of a text is found by the trigrams of it, where PostgreSQL has the extension for that; else each row is looked at. */
const TRIGRAMS: readonly (readonly [name: string, table: string, text: string, where?: string])[] = [
  ["users_called_parts", "users", "lower(first_name || ' ' || last_name || ' ' || email)"],
  ["transactions_reference_parts", "transactions", "lower(reference)", OF_BANKS],
  ["transactions_bank_reference_parts", "transactions", "lower(bank_reference)", OF_BANKS],
  ["bank_lines_text_parts", "bank_lines", "lower(text)"],
  ["bank_lines_payer_parts", "bank_lines", "lower(payer)"],
];

/** Installed where the owner of the database may do that; an installation whose owner may not goes without. */
const trigramIndexes = `do $$ begin
  create extension if not exists pg_trgm;
  ${TRIGRAMS.map(
    ([name, table, text, where]) =>
      `create index ${name} on ${table} using gin (${text} gin_trgm_ops)${where === undefined ? "" : ` where ${where}`};`,
  ).join("\n  ")}
exception
  when insufficient_privilege or undefined_file or feature_not_supported then null;
end $$`;

const byAmount = ["credit", "announced"].map(
  (amount) =>
    `create index transactions_of_banks_${amount} on transactions (${amount}, transaction_type) where ${OF_BANKS}`,
);

/** What staff's lists read where there are millions of rows. An exchange writes into none of these indexes. */
export const grownLists: Migration = {
  name: "0100-grown-lists",
  statements: (dialect) => [
    `create index transactions_of_banks_newest on transactions (transaction_type, created_at, id) where ${OF_BANKS}`,
    `create index users_by_status on users (status, created_at, id) where ${OF_CUSTOMERS}`,
    "create index audit_log_by_action on audit_log (action, created_at desc, id desc)",
    "create index audit_log_by_actor on audit_log (actor, created_at desc, id desc)",
    "create index bank_lines_by_amount on bank_lines (amount, booked_on desc, id desc)",
    "create index onramp_orders_oldest on onramp_orders (created_at, id)",
    "create index approvals_newest on approvals (created_at desc, id desc)",
    "create index receivables_newest on receivables (opened_at desc, id desc)",
    // SQLite would rather walk in the order of the list.
    ...(dialect === "postgres" ? [...byAmount, trigramIndexes] : []),
  ],
};
