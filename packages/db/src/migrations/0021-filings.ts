import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";
import { differs, refusedUpdate } from "./triggers.ts";

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
         line_id text,
         fields text not null,
         fields_hash text,
         created_at bigint not null,
         due_at bigint not null,
         receipt text,
         filed_on text,
         filed_by text,
         check ((receipt is null) = (filed_on is null)),
         check ((fields_hash is null) = (filed_on is null))`,
    ),
    "create index filings_newest on filings (created_at desc, id desc)",
    "create index filings_by_kind on filings (kind, created_at desc, id desc)",
    "create index filings_open on filings (due_at) where filed_on is null",
    "create index filings_by_case on filings (case_id)",
    "create index filings_by_customer on filings (customer_id)",
    // A deposit can have several payments in cash, each on a line of its own.
    `create unique index filings_once on filings (kind, reference, coalesce(line_id, ''))
       where kind <> 'smr' and reference is not null`,
    ...refusedUpdate(dialect, {
      table: "filings",
      name: "filings_filed_once",
      // The text may be sealed again with another key: its hash tells that it is the same.
      when: `old.filed_on is not null and (${differs(
        "id, kind, case_id, customer_id, reference, line_id, fields_hash, created_at, due_at, receipt, filed_on, filed_by",
      )})`,
      says: "are not changed once they were filed",
    }),
  ],
};
