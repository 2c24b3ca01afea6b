import { createTable, type Migration } from "./migration.ts";

/**
 * Payout runs. A withdrawal's row names the batch it is in: it is in one at most, and what changes the withdrawal sees it in the
 * row that it locks.
 */
export const payouts: Migration = {
  name: "0075-payouts",
  statements: (dialect) => [
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
    "alter table transactions add column payout_batch_id text references payout_batches (id)",
    `create index transactions_by_payout on transactions (payout_batch_id, created_at, id)
     where payout_batch_id is not null`,
    createTable(
      dialect,
      "payout_settings",
      `deposit_account_id text primary key references system_bank_accounts (id),
       bank_abbreviation text,
       user_number text,
       trace_bsb text,
       trace_account_number text,
       remitter text`,
    ),
  ],
};
