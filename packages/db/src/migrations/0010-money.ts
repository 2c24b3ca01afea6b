import { createTable, type Migration } from "./migration.ts";

/** The table as it is from here on: the status `returned`, and three columns of deposits and withdrawals. */
const TRANSACTIONS = `id text primary key,
   user_id text not null references users (id),
   transaction_type text not null check (transaction_type in ('exchange', 'deposit', 'withdraw', 'adjustment')),
   status text not null check (status in
     ('awaiting_payment', 'requested', 'completed', 'cancelled', 'expired', 'rejected', 'returned')),
   credit bigint not null check (credit >= 0),
   credit_currency text not null references currencies (code),
   debit bigint not null check (debit >= 0),
   debit_currency text not null references currencies (code),
   rate text,
   fee_percent text,
   fee_amount bigint check (fee_amount >= 0),
   reference text not null unique,
   payment_method text,
   bank_account_id text,
   bank_account_snapshot text,
   quote_id text unique,
   quote text,
   entry_id text,
   note text,
   created_at bigint not null,
   updated_at bigint not null,
   announced bigint check (announced > 0),
   expires_at bigint,
   bank_reference text`;

const FORMER_COLUMNS = `id, user_id, transaction_type, status, credit, credit_currency, debit, debit_currency, rate,
  fee_percent, fee_amount, reference, payment_method, bank_account_id, bank_account_snapshot, quote_id, quote, entry_id,
  note, created_at, updated_at`;

/**
 * SQLite cannot change a CHECK, so the table is made anew. Rows of other tables refer to it: their foreign keys are looked at
 * when the transaction commits, by when every row is back.
 */
const REBUILT_IN_SQLITE = [
  "pragma defer_foreign_keys = on",
  `create table transactions_before as select ${FORMER_COLUMNS} from transactions`,
  "drop table transactions",
  createTable("sqlite", "transactions", TRANSACTIONS),
  `insert into transactions (${FORMER_COLUMNS}) select ${FORMER_COLUMNS} from transactions_before`,
  "drop table transactions_before",
  "create index transactions_newest on transactions (user_id, created_at desc, id desc)",
  "create index transactions_newest_by_type on transactions (user_id, transaction_type, created_at desc, id desc)",
];

const ALTERED_IN_POSTGRES = [
  "alter table transactions drop constraint transactions_status_check",
  `alter table transactions add constraint transactions_status_check check (status in
     ('awaiting_payment', 'requested', 'completed', 'cancelled', 'expired', 'rejected', 'returned'))`,
  "alter table transactions add column announced bigint check (announced > 0)",
  "alter table transactions add column expires_at bigint",
  "alter table transactions add column bank_reference text",
];

/** Deposits that are announced and expire, withdrawals with the bank's reference, and a history that can be searched. */
export const money: Migration = {
  name: "0010-money",
  statements: (dialect) => [
    ...(dialect === "sqlite" ? REBUILT_IN_SQLITE : ALTERED_IN_POSTGRES),
    // Which ledger entry went with a change of status.
    "alter table transaction_events add column entry_id text",
    // The search by amount: one look-up for each currency and side, newest first.
    `create index transactions_by_credit on transactions (user_id, credit_currency, credit, created_at desc, id desc)`,
    `create index transactions_by_debit on transactions (user_id, debit_currency, debit, created_at desc, id desc)`,
    // Exchanges, most of all rows, are completed at once and stand in none of these.
    `create index transactions_unsettled on transactions (user_id, status, created_at desc, id desc)
     where status <> 'completed'`,
    `create index transactions_of_banks on transactions (transaction_type, status, created_at, id)
     where transaction_type in ('deposit', 'withdraw')`,
    `create index transactions_expiring on transactions (expires_at, id) where status = 'awaiting_payment'`,
  ],
};
