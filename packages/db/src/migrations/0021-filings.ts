import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";
import { refusedUpdate } from "./triggers.ts";

/** Reports to the authority. Once one was filed, it stays as it was. */
export const filings: Migration = {
  name: "0021-filings",
  statements: (dialect: Dialect) => [
    createTable(
      dialect,
      "filings",
      `id text primary key,
         kind text not null check (kind in ('smr', 'ttr', 'ifti')),
         case_id text references cases (id),
         customer_id text not null references users (id),
         reference text,
         fields text not null,
         created_at bigint not null,
         due_at bigint not null,
         receipt text,
         filed_on text,
         filed_by text,
         check ((receipt is null) = (filed_on is null))`,
    ),
    "create index filings_newest on filings (created_at desc, id desc)",
    "create index filings_open on filings (due_at) where filed_on is null",
    "create index filings_by_case on filings (case_id)",
    "create index filings_by_customer on filings (customer_id)",
    `create unique index filings_once on filings (kind, reference) where kind <> 'smr' and reference is not null`,
    ...refusedUpdate(dialect, {
      table: "filings",
      name: "filings_filed_once",
      when: "old.filed_on is not null",
      says: "are not changed once they were filed",
    }),
  ],
};
