import { createTable, type Migration } from "./migration.ts";

/** Customers who lost their second factor and asked to have it taken off. */
export const recoveries: Migration = {
  name: "0066-recoveries",
  statements: (dialect) => [
    createTable(
      dialect,
      "recoveries",
      `id text primary key,
       user_id text not null references users (id),
       document_id text not null references identity_documents (id),
       status text not null check (status in ('submitted', 'waiting', 'done', 'stopped', 'rejected')),
       created_at bigint not null,
       due_at bigint,
       reminded_at bigint,
       ended_at bigint,
       ended_by text,
       note text,
       check ((status in ('submitted', 'waiting')) = (ended_at is null)),
       check (status <> 'waiting' or due_at is not null)`,
    ),
    "create index recoveries_by_status on recoveries (status, created_at)",
    "create unique index recoveries_one_open on recoveries (user_id) where status in ('submitted', 'waiting')",
  ],
};
