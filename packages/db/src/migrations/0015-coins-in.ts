import { createTable, type Migration } from "./migration.ts";

/** Coins that come in: wallets by their public keys, the addresses of customers, and what arrived at them. */
export const coinsIn: Migration = {
  name: "0015-coins-in",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "wallets",
        `id text primary key,
         network text not null,
         currency text not null references currencies (code),
         role text not null check (role in ('deposits', 'treasury')),
         descriptor text not null,
         account_key text not null,
         next_index bigint not null default 0,
         next_change bigint not null default 0,
         added_at bigint not null`,
      ),
      "create unique index wallets_by_key on wallets (network, account_key)",
      table(
        "coin_addresses",
        `network text not null,
         script text not null,
         address text not null,
         wallet_id text not null references wallets (id),
         branch bigint not null check (branch in (0, 1)),
         position bigint not null check (position >= 0),
         user_id text references users (id),
         issued_at bigint not null,
         primary key (network, script)`,
      ),
      "create unique index coin_addresses_by_place on coin_addresses (wallet_id, branch, position)",
      `create unique index coin_addresses_by_user on coin_addresses (user_id, network) where user_id is not null`,
      // An output arrives once. It is booked by the entry when its block settles, and credited afterwards.
      table(
        "coin_arrivals",
        `id text primary key,
         network text not null,
         currency text not null references currencies (code),
         txid text not null,
         output bigint not null,
         address text not null,
         user_id text references users (id),
         amount_base text not null,
         amount bigint not null check (amount > 0),
         status text not null check (status in
           ('seen', 'credited', 'below_minimum', 'under_review', 'dropped', 'reversed', 'own_money')),
         reason text,
         created_at bigint not null,
         settled_height bigint,
         entry_id text references ledger_entries (id),
         missing_since bigint,
         credited_at bigint,
         transaction_id text references transactions (id),
         check ((settled_height is null) = (entry_id is null))`,
      ),
      "create unique index coin_arrivals_once on coin_arrivals (network, txid, output)",
      "create index coin_arrivals_by_user on coin_arrivals (user_id, created_at desc, id desc)",
      "create index coin_arrivals_newest on coin_arrivals (created_at desc, id desc)",
      "create index coin_arrivals_newest_by_status on coin_arrivals (status, created_at desc, id desc)",
      "create index coin_arrivals_by_status on coin_arrivals (network, status)",
    ];
  },
};
