import type { Dialect } from "../handles/dialect.ts";
import { createTable, trigramIndex, type Migration } from "./migration.ts";
import {
  differs,
  neverRemoved,
  refused,
  refusedUpdate,
  saidOnce,
  unlessErasing,
  type UpdateRule,
} from "./triggers.ts";

/**
 * A withdrawal's row names the payout batch it is in. So it is in one at most, and what changes the withdrawal sees it in the row
 * that it locks.
 */
const TRANSACTIONS = `id text primary key,
  user_id text not null references users (id),
  transaction_type text not null check (transaction_type in ('exchange', 'deposit', 'withdraw', 'adjustment')),
  status text not null check (status in
    ('awaiting_payment', 'requested', 'sent', 'completed', 'cancelled', 'expired', 'rejected', 'returned')),
  credit bigint not null check (credit >= 0),
  credit_currency text not null references currencies (code),
  debit bigint not null check (debit >= 0),
  debit_currency text not null references currencies (code),
  announced bigint check (announced > 0),
  rate text,
  fee_percent text,
  fee_amount bigint check (fee_amount >= 0),
  reference text not null unique,
  payment_method text,
  bank_account_id text,
  bank_account_snapshot text,
  coin_payee_id text,
  coin_payee_snapshot text,
  bank_reference text,
  bank_reference_key text,
  payout_batch_id text references payout_batches (id),
  txid text,
  quote_id text unique,
  quote text,
  entry_id text,
  note text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint`;

const OF_BANKS = "transaction_type in ('deposit', 'withdraw')";

/** Exchanges, most of all rows, are completed at once and are in as few of these as possible. */
const INDEXES = [
  // One index for the newest rows of a customer and for the newest exchanges, which are nearly all of them.
  `create index transactions_newest on transactions (user_id, created_at desc, id desc, transaction_type)`,
  `create index transactions_newest_by_type on transactions (user_id, transaction_type, created_at desc, id desc)
   where transaction_type <> 'exchange'`,
  // The search by amount: one look-up for each currency and side, newest first.
  `create index transactions_by_credit on transactions (user_id, credit_currency, credit, created_at desc, id desc)`,
  `create index transactions_by_debit on transactions (user_id, debit_currency, debit, created_at desc, id desc)`,
  `create index transactions_unsettled on transactions (user_id, status, created_at desc, id desc)
   where status <> 'completed'`,
  `create index transactions_changed on transactions (user_id, updated_at desc) where ${OF_BANKS}`,
  `create index transactions_expiring on transactions (expires_at, id) where status = 'awaiting_payment'`,
  `create index transactions_of_banks on transactions (transaction_type, status, created_at, id) where ${OF_BANKS}`,
  `create index transactions_of_banks_newest on transactions (transaction_type, created_at, id) where ${OF_BANKS}`,
  `create index transactions_exchanged on transactions (created_at, id) where transaction_type = 'exchange'`,
  `create index transactions_adjusted on transactions (created_at, id) where transaction_type = 'adjustment'`,
  `create index transactions_by_payout on transactions (payout_batch_id, created_at, id)
   where payout_batch_id is not null`,
  // A payment is credited once.
  `create unique index transactions_credited_once on transactions (bank_reference_key)
   where status = 'completed' and bank_reference_key is not null`,
  // Each withdrawal, deposit and adjustment has a ledger entry of its own.
  `create unique index transactions_by_entry on transactions (entry_id) where transaction_type <> 'exchange'`,
];

/** SQLite would rather walk in the order of the list. */
const byAmount = (dialect: Dialect): string[] =>
  dialect === "sqlite"
    ? []
    : ["credit", "announced"].map(
        (amount) =>
          `create index transactions_of_banks_${amount} on transactions (${amount}, transaction_type) where ${OF_BANKS}`,
      );

/** The id of the key that sealed a value, with its version: `v1.k1`. */
const sealedBy = (
  value: string,
): string => `substr(${value}, 1, length(${value}) - length(ltrim(substr(${value}, 4),
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-')))`;

/** That a sealed copy changes other than by being sealed again with another key, or erased. */
const copyReplaced = (
  column: string,
): string => `new.${column} is not null and new.${column} is distinct from old.${column}
  and (old.${column} is null or new.${column} not like 'v1.%' or ${sealedBy(`new.${column}`)} = ${sealedBy(`old.${column}`)})`;

const RULES: readonly Omit<UpdateRule, "table">[] = [
  {
    name: "transactions_kept",
    when: differs(
      "id, user_id, transaction_type, credit_currency, debit_currency, rate, fee_percent, fee_amount, reference, " +
        "payment_method, bank_account_id, coin_payee_id, quote_id, quote, created_at, announced",
    ),
    says: "keeps what was agreed",
  },
  {
    name: "transactions_amounts_kept",
    // A deposit is credited with what really came, which grows with each payment.
    when: `(${differs("credit, debit")}) and not (old.transaction_type = 'deposit' and new.status = 'completed')`,
    says: "keeps its amounts",
  },
  { name: "transactions_entry_kept", when: saidOnce("entry_id"), says: "keeps its ledger entry" },
  {
    name: "transactions_payee_kept",
    when: copyReplaced("bank_account_snapshot"),
    says: "keeps its bank account",
  },
  {
    name: "transactions_coin_payee_kept",
    when: copyReplaced("coin_payee_snapshot"),
    says: "keeps its payee",
  },
  {
    name: "transactions_settled_once",
    // The steps of contracts/transaction-transitions.ts that pay, or could pay again.
    // The last of them are a chain's: coins that are sent wait for a block, which another may undo.
    when: `new.status <> old.status and (old.transaction_type in ('exchange', 'adjustment')
      or new.status = 'awaiting_payment'
      or (new.status in ('requested', 'sent') and old.coin_payee_id is null)
      or (old.transaction_type = 'withdraw' and not ((old.status = 'requested' and new.status <> 'requested')
        or (old.status = 'completed' and new.status = 'returned' and old.coin_payee_id is null)
        or (old.coin_payee_id is not null and (old.status || ' ' || new.status)
          in ('sent completed', 'sent requested', 'completed sent'))))
      or (old.transaction_type = 'deposit' and new.status in ('requested', 'sent')))`,
    says: "is settled once",
  },
  {
    name: "transactions_paid_by_open",
    when: `new.payout_batch_id is not null and new.payout_batch_id is distinct from old.payout_batch_id and not exists
      (select 1 from payout_batches where id = new.payout_batch_id and status = 'open')`,
    says: "joins open batches only",
  },
];

function transactionsTable(dialect: Dialect): string[] {
  const table = "transactions";
  const parts = (column: string): string[] =>
    trigramIndex(dialect, {
      name: `transactions_${column}_parts`,
      table,
      text: `lower(${column})`,
      where: OF_BANKS,
    });
  return [
    createTable(dialect, table, TRANSACTIONS),
    ...INDEXES,
    ...byAmount(dialect),
    ...parts("reference"),
    ...parts("bank_reference"),
    ...RULES.flatMap((rule) => refusedUpdate(dialect, { table, ...rule })),
    ...neverRemoved(dialect, table),
    createTable(
      dialect,
      "history_counts",
      `user_id text not null references users (id),
       transaction_type text not null,
       total bigint not null check (total >= 0),
       primary key (user_id, transaction_type)`,
    ),
  ];
}

/** Each change of a transaction's status. Only the reason goes, when the customer's data are erased. */
function transactionEvents(dialect: Dialect): string[] {
  const table = "transaction_events";
  return [
    createTable(
      dialect,
      table,
      `id text primary key,
       transaction_id text not null references transactions (id),
       from_status text,
       to_status text not null,
       actor text not null,
       reason text,
       entry_id text,
       created_at bigint not null`,
    ),
    "create index transaction_events_by_transaction on transaction_events (transaction_id, created_at)",
    refused(dialect, {
      table,
      name: "transaction_events_no_update",
      change: "update of id, transaction_id, from_status, to_status, actor, created_at, entry_id",
    }),
    unlessErasing(dialect, {
      table,
      name: "transaction_events_reason",
      change: "update of reason",
      owner: "(select user_id from transactions where id = old.transaction_id)",
      or: "new.reason is not null",
    }),
    ...neverRemoved(dialect, table),
  ];
}

/** A transaction makes one record at most; a partner's totals are read from an index. */
const referralRecords = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "referral_records",
    `id text primary key,
     partner_id text not null references users (id),
     transaction_id text,
     client_user_id text references users (id),
     client_name text not null,
     client_surname text not null,
     client_email text not null,
     transaction_type text not null,
     credit bigint not null,
     credit_currency text not null references currencies (code),
     debit bigint not null,
     debit_currency text not null references currencies (code),
     created_at bigint not null`,
  ),
  "create unique index referral_records_by_transaction on referral_records (transaction_id)",
  "create index referral_records_newest on referral_records (partner_id, created_at desc, id desc)",
  `create index referral_records_totals
   on referral_records (partner_id, transaction_type, credit_currency, credit)`,
];

/** Plans to buy a coin again and again with what happened on each of their days, price alerts, and monthly statements. */
function requestedByCustomers(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "recurring_buys",
      `id text primary key,
       user_id text not null references users (id),
       credit_currency text not null,
       debit_currency text not null,
       amount bigint not null check (amount > 0),
       max_price text not null,
       frequency text not null check (frequency in ('weekly', 'fortnightly', 'monthly')),
       first_on text not null,
       next_on text not null,
       status text not null check (status in ('active', 'paused', 'cancelled')),
       created_at bigint not null,
       updated_at bigint not null`,
    ),
    "create index recurring_buys_by_user on recurring_buys (user_id)",
    "create index recurring_buys_due on recurring_buys (id) where status = 'active'",
    table(
      "recurring_runs",
      `plan_id text not null references recurring_buys (id),
       run_on text not null,
       outcome text not null check (outcome in ('bought', 'skipped', 'missed')),
       reason text,
       detail text,
       transaction_id text references transactions (id),
       created_at bigint not null,
       primary key (plan_id, run_on),
       check ((outcome = 'bought') = (transaction_id is not null)),
       check ((outcome = 'missed') = (reason is not null))`,
    ),
    "create index recurring_runs_by_transaction on recurring_runs (transaction_id) where transaction_id is not null",
    table(
      "price_alerts",
      `id text primary key,
       user_id text not null references users (id),
       symbol text not null,
       currency text not null,
       direction text not null check (direction in ('above', 'below')),
       price text not null,
       created_at bigint not null,
       reached_at bigint,
       reached_price text,
       check ((reached_at is null) = (reached_price is null))`,
    ),
    "create index price_alerts_by_user on price_alerts (user_id)",
    "create index price_alerts_waiting on price_alerts (id) where reached_at is null",
    // Customers who were emailed that a month's statement is there.
    table(
      "statement_notices",
      `user_id text not null references users (id),
       month text not null,
       noticed_at bigint not null,
       primary key (user_id, month)`,
    ),
  ];
}

/** The history of customers: exchanges, deposits, withdrawals and adjustments, and what comes of them. */
export const transactions: Migration = {
  name: "0009-transactions",
  statements: (dialect) => [
    ...transactionsTable(dialect),
    ...transactionEvents(dialect),
    ...referralRecords(dialect),
    ...requestedByCustomers(dialect),
  ],
};
