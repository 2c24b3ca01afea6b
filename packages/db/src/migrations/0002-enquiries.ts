import { createTable, type Migration } from "./migration.ts";

/** What visitors write through the support form and the OTC desk. */
export const enquiries: Migration = {
  name: "0002-enquiries",
  statements: (dialect) => [
    createTable(
      dialect,
      "enquiries",
      `id text primary key,
       reference text not null unique,
       topic text not null check (topic in ('support', 'otc')),
       name text not null,
       email text not null,
       message text not null,
       created_at bigint not null,
       handled_at bigint,
       handled_by text,
       check ((handled_at is null) = (handled_by is null))`,
    ),
    "create index enquiries_newest on enquiries (created_at desc, id desc)",
    "create index enquiries_open on enquiries (created_at desc, id desc) where handled_at is null",
  ],
};
