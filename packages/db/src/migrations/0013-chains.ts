import type { Dialect } from "../handles/dialect.ts";
import { createTable, flag, type Migration } from "./migration.ts";
import { differs, refusedUpdate } from "./triggers.ts";

/** On networks with accounts: transactions from ours, each of which spends its nonce, a row of `chain_outputs`, and what they have. */
const accounts = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "chain_transfers",
    `network text not null,
     txid text not null,
     script text not null,
     nonce bigint not null,
     recipient text,
     value text not null,
     fee text not null,
     ${flag("failed")},
     height bigint not null,
     primary key (network, txid)`,
  ),
  "create index chain_transfers_at on chain_transfers (network, height)",
  "create index chain_transfers_to on chain_transfers (network, recipient, height)",
  createTable(
    dialect,
    "chain_balances",
    `network text not null,
     script text not null,
     wei text not null,
     primary key (network, script)`,
  ),
];

/** Tokens that contracts say were sent to scripts of ours. They are listed, and in no books. */
const tokens = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "chain_tokens",
    `id text primary key,
     network text not null,
     txid text not null,
     log_index bigint not null,
     contract text not null,
     script text not null,
     amount text not null,
     height bigint not null,
     created_at bigint not null,
     unique (network, txid, log_index)`,
  ),
  "create index chain_tokens_by_time on chain_tokens (created_at, id)",
  "create index chain_tokens_at on chain_tokens (network, height)",
];

/** Wallets that customers send coins to. */
const payees = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "coin_payees",
    `id text primary key,
         user_id text not null references users (id),
         currency text not null references currencies (code),
         network text not null,
         address text not null,
         label text not null,
         whose text not null check (whose in ('mine', 'other')),
         holder_name text,
         wallet text not null check (wallet in ('self_hosted', 'provider')),
         provider_name text,
         created_at bigint not null,
         available_at bigint not null,
         proved_at bigint`,
  ),
  "create index coin_payees_by_user on coin_payees (user_id, created_at)",
  ...refusedUpdate(dialect, {
    table: "coin_payees",
    name: "coin_payees_kept",
    when: differs("id, user_id, currency, network, whose, wallet, created_at"),
    says: "keeps whose and where it is",
  }),
];

/** Coins on chain: the blocks that are followed, the outputs in them that are ours, and the wallets that customers send to. */
export const chains: Migration = {
  name: "0013-chains",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      // One process at a time follows a network. A deep reorganisation, or books that differ, pause it until people resume it.
      table(
        "chain_states",
        `network text primary key,
         state text not null,
         trouble text,
         paused_because text,
         settled_height bigint not null,
         balances_height bigint not null,
         tokens_height bigint not null,
         remainder text not null,
         follower text,
         leased_until bigint not null`,
      ),
      table(
        "chain_blocks",
        `network text not null,
         height bigint not null,
         hash text not null,
         time bigint not null,
         bits bigint not null,
         primary key (network, height)`,
      ),
      table(
        "watched_scripts",
        `network text not null,
         script text not null,
         added_at bigint not null,
         primary key (network, script)`,
      ),
      // Outputs that pay watched scripts. A height is null while no block has the transaction.
      table(
        "chain_outputs",
        `network text not null,
         txid text not null,
         output bigint not null,
         script text not null,
         amount text not null,
         seen_at bigint not null,
         made_height bigint,
         spent_height bigint,
         spent_by text,
         primary key (network, txid, output)`,
      ),
      ...accounts(dialect),
      ...tokens(dialect),
      ...payees(dialect),
      "create index chain_outputs_made on chain_outputs (network, made_height)",
      "create index chain_outputs_unspent on chain_outputs (network, made_height) where spent_height is null",
      "create index chain_outputs_spent on chain_outputs (network, spent_height) where spent_height is not null",
    ];
  },
};
