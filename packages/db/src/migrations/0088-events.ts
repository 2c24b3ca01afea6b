import { createTable, type Migration } from "./migration.ts";

/** What happened to customers' accounts, numbered for each customer in the order in which it was committed. */
export const events: Migration = {
  name: "0088-events",
  statements: (dialect) => [
    createTable(
      dialect,
      "event_counts",
      `user_id text primary key references users (id),
       last_seq bigint not null`,
    ),
    createTable(
      dialect,
      "events",
      `id text primary key,
       user_id text not null references users (id),
       seq bigint not null,
       type text not null,
       subject_id text not null,
       data text,
       created_at bigint not null`,
    ),
    "create unique index events_by_user on events (user_id, seq)",
    "create index events_by_time on events (created_at)",
  ],
};
