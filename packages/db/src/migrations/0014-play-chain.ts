import { createTable, flag, type Migration } from "./migration.ts";

/** The chain that a demo makes for itself, as a node would keep it: apart from the books. */
export const playChain: Migration = {
  name: "0014-play-chain",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "play_nodes",
        `network text primary key,
         state text not null,
         fee_rate bigint not null,
         changes bigint not null,
         mined_at bigint not null`,
      ),
      table(
        "play_blocks",
        `hash text primary key,
         network text not null,
         height bigint not null,
         ${flag("best")},
         raw text not null`,
      ),
      "create unique index play_blocks_best on play_blocks (network, height) where best = 1",
      table(
        "play_transactions",
        `txid text primary key,
         network text not null,
         position bigint not null,
         height bigint,
         raw text not null`,
      ),
      "create unique index play_transactions_order on play_transactions (network, position)",
      table(
        "play_outputs",
        `txid text not null,
         output bigint not null,
         network text not null,
         script text not null,
         satoshi bigint not null,
         spent_by text,
         primary key (txid, output)`,
      ),
      table(
        "play_accounts",
        `network text not null,
         script text not null,
         height bigint not null,
         wei text not null,
         nonce bigint not null,
         primary key (network, script, height)`,
      ),
      "create index play_outputs_unspent on play_outputs (network, script) where spent_by is null",
      "create index play_outputs_spent on play_outputs (spent_by) where spent_by is not null",
    ];
  },
};
