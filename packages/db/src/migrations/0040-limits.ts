import { createTable, type Migration } from "./migration.ts";

/** What all processes of an installation count together: single tries, and requests by the window. */
export const limits: Migration = {
  name: "0040-limits",
  statements: (dialect) => [
    createTable(
      dialect,
      "limit_tries",
      "id text primary key, key text not null, tried_at bigint not null, expires_at bigint not null",
    ),
    "create index limit_tries_key on limit_tries (key, expires_at)",
    "create index limit_tries_expires_at on limit_tries (expires_at)",
    createTable(
      dialect,
      "limit_counts",
      "key text primary key, count bigint not null, ends_at bigint not null",
    ),
    "create index limit_counts_ends_at on limit_counts (ends_at)",
  ],
};
