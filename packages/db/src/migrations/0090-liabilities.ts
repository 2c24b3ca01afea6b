import { createTable, type Migration } from "./migration.ts";

/**
 * Proofs of liabilities: what was published, and what customers get of the newest one. A publication has no document while it
 * is made; a daily one has its day, so that there is one of each day.
 */
export const liabilities: Migration = {
  name: "0090-liabilities",
  statements: (dialect) => [
    createTable(
      dialect,
      "liability_publications",
      `id text primary key,
       day text unique,
       created_at bigint not null,
       document text`,
    ),
    createTable(
      dialect,
      "liability_nodes",
      `publication_id text not null,
       currency text not null,
       level bigint not null,
       number bigint not null,
       nodes text not null,
       primary key (publication_id, currency, level, number)`,
    ),
    createTable(
      dialect,
      "liability_leaves",
      `publication_id text not null,
       user_id text not null,
       currency text not null,
       amount bigint not null,
       leaves text not null,
       primary key (publication_id, user_id, currency)`,
    ),
  ],
};
