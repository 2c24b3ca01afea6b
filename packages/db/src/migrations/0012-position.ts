import { createTable, type Migration } from "./migration.ts";
import { appendOnly } from "./triggers.ts";

/**
 * Coins of the house that cover what customers own: trades with venues that change them, how far they may be off, and proofs of
 * liabilities.
 */
export const position: Migration = {
  name: "0012-position",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "position_trades",
        `id text primary key,
         side text not null check (side in ('buy', 'sell')),
         currency text not null references currencies (code),
         amount bigint not null check (amount > 0),
         price text not null,
         in_currency text not null references currencies (code),
         total bigint not null check (total > 0),
         venue text not null,
         note text,
         entry_id text not null unique references ledger_entries (id),
         created_by text not null,
         created_at bigint not null`,
      ),
      "create index position_trades_newest on position_trades (created_at desc, id desc)",
      ...appendOnly(dialect, "position_trades"),
      table(
        "position_limits",
        `currency text primary key references currencies (code),
         soft bigint check (soft >= 0),
         hard bigint check (hard >= 0),
         check (soft is null or hard is null or soft <= hard)`,
      ),
      // A publication has no document while it is made; a daily one has its day, so that there is one of each day.
      table(
        "liability_publications",
        `id text primary key,
         day text unique,
         created_at bigint not null,
         document text`,
      ),
      // Parts of the newest publication for customers.
      table(
        "liability_nodes",
        `publication_id text not null,
         currency text not null,
         level bigint not null,
         number bigint not null,
         nodes text not null,
         primary key (publication_id, currency, level, number)`,
      ),
      table(
        "liability_leaves",
        `publication_id text not null,
         user_id text not null,
         currency text not null,
         amount bigint not null,
         leaves text not null,
         primary key (publication_id, user_id, currency)`,
      ),
    ];
  },
};
