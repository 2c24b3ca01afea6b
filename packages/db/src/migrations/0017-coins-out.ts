import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";
import { differs, neverRemoved, refusedUpdate, saidOnce } from "./triggers.ts";

/** The steps of a batch. A deep reorganisation brings back what was settled or cancelled by a block. */
const STEPS = [
  "draft released",
  "draft cancelled",
  "released signed",
  "released settled",
  "released cancelled",
  "signed sent",
  "signed settled",
  "signed cancelled",
  "sent settled",
  "sent cancelled",
  "settled sent",
  "cancelled sent",
  "cancelled settled",
];

function batches(dialect: Dialect): string[] {
  return [
    createTable(
      dialect,
      "coin_payouts",
      `id text primary key,
         network text not null,
         currency text not null references currencies (code),
         what text not null check (what in ('payments', 'sweep', 'consolidate', 'venue')),
         status text not null check (status in
           ('draft', 'released', 'signed', 'sent', 'settled', 'cancelled')),
         change_script text not null,
         to_venue text check ((to_venue is not null) = (what = 'venue')),
         created_by text not null,
         created_at bigint not null,
         released_by text,
         released_at bigint,
         ended_at bigint`,
    ),
    "create index coin_payouts_newest on coin_payouts (created_at desc, id desc)",
    "create index coin_payouts_open on coin_payouts (network, status) where status <> 'settled'",
    ...refusedUpdate(dialect, {
      table: "coin_payouts",
      name: "coin_payouts_kept",
      when: `${differs("id, network, currency, what, change_script, created_by, created_at")} or
          ${saidOnce("released_by, released_at")}`,
      says: "keeps what was decided",
    }),
    ...refusedUpdate(dialect, {
      table: "coin_payouts",
      name: "coin_payouts_go_on",
      when: `new.status <> old.status and (old.status || ' ' || new.status) not in
          (${STEPS.map((step) => `'${step}'`).join(", ")})`,
      says: "has no such step",
    }),
    ...neverRemoved(dialect, "coin_payouts"),
    createTable(
      dialect,
      "coin_payout_payments",
      `payout_id text not null references coin_payouts (id),
         transaction_id text not null references transactions (id),
         primary key (payout_id, transaction_id)`,
    ),
    "create index coin_payout_payments_of on coin_payout_payments (transaction_id)",
    createTable(
      dialect,
      "coin_payout_left_out",
      `payout_id text not null references coin_payouts (id),
         transaction_id text not null references transactions (id),
         reason text not null,
         primary key (payout_id, transaction_id)`,
    ),
  ];
}

function attempts(dialect: Dialect): string[] {
  return [
    createTable(
      dialect,
      "coin_attempts",
      `id text primary key,
         payout_id text not null references coin_payouts (id),
         position bigint not null check (position >= 0),
         kind text not null check (kind in ('pay', 'bump', 'cancel')),
         txid text,
         fee_rate bigint not null check (fee_rate > 0),
         fee bigint not null check (fee > 0),
         change bigint not null check (change >= 0),
         size bigint not null check (size > 0),
         sender text,
         nonce bigint check ((nonce is null) = (sender is null)),
         transaction_id text references transactions (id),
         value bigint check ((value is null) = (sender is null)),
         tip_rate bigint check ((tip_rate is null) = (sender is null)),
         digest text check ((digest is null) = (sender is null)),
         made_at bigint not null,
         fetched_at bigint,
         raw text,
         stored_at bigint,
         sent_at bigint,
         settled_height bigint,
         paid_fee bigint,
         failed bigint not null default 0 check (failed in (0, 1)),
         entry_id text references ledger_entries (id),
         check ((raw is null) = (stored_at is null)),
         check (txid is not null or (sender is not null and raw is null))`,
    ),
    "create unique index coin_attempts_order on coin_attempts (payout_id, position) where sender is null",
    "create unique index coin_attempts_nonces on coin_attempts (payout_id, position, sender, nonce)",
    "create index coin_attempts_by_nonce on coin_attempts (sender, nonce) where sender is not null",
    "create index coin_attempts_of on coin_attempts (transaction_id) where transaction_id is not null",
    "create index coin_attempts_by_txid on coin_attempts (txid)",
    ...refusedUpdate(dialect, {
      table: "coin_attempts",
      name: "coin_attempts_kept",
      when: `${differs("id, payout_id, position, kind, fee_rate, fee, change, size, made_at")} or
          ${differs("sender, nonce, transaction_id, value, tip_rate, digest")} or
          ${saidOnce("txid, fetched_at, raw, stored_at, sent_at")}`,
      says: "keeps what was signed",
    }),
    createTable(
      dialect,
      "coin_attempt_inputs",
      `attempt_id text not null references coin_attempts (id) on delete cascade,
         network text not null,
         txid text not null,
         output bigint not null,
         primary key (attempt_id, txid, output)`,
    ),
    "create index coin_attempt_inputs_by_coin on coin_attempt_inputs (network, txid, output)",
  ];
}

/** Coins that go out: batches, the withdrawals in them, and each attempt with the coins that it spends. */
export const coinsOut: Migration = {
  name: "0017-coins-out",
  statements: (dialect) => [
    ...batches(dialect),
    ...attempts(dialect),
    createTable(
      dialect,
      "chain_transactions",
      `network text not null,
         txid text not null,
         raw text not null,
         primary key (network, txid)`,
    ),
    createTable(
      dialect,
      "unknown_spends",
      `network text not null,
         txid text not null,
         height bigint not null,
         entry_id text references ledger_entries (id),
         primary key (network, txid)`,
    ),
    "alter table transactions add column coin_payout_id text references coin_payouts (id)",
    `create index transactions_by_coin_payout on transactions (coin_payout_id)
       where coin_payout_id is not null`,
    ...refusedUpdate(dialect, {
      table: "transactions",
      name: "transactions_sent_by_released",
      when: `new.coin_payout_id is not null and new.coin_payout_id is distinct from old.coin_payout_id
          and not exists (select 1 from coin_payouts where id = new.coin_payout_id and status = 'released')`,
      says: "joins released batches only",
    }),
  ],
};
