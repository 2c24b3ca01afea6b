import type { Dialect } from "../handles/dialect.ts";
import { createTable, flag, type Migration } from "./migration.ts";
import { refusedUpdate, saidOnce } from "./triggers.ts";

/** Lists, and who is to be compared with them. */
function lists(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    // A version is in parts, which are written before it is used: no statement takes long.
    table(
      "screening_lists",
      `id text primary key,
         source text not null check (source in ('dfat', 'un', 'ofac', 'opensanctions', 'own')),
         version text not null,
         dated text,
         entries bigint not null check (entries > 0),
         imported_at bigint not null,
         imported_by text not null,
         used_at bigint,
         replaced_at bigint,
         previous_id text,
         screened_total bigint not null default 0,
         customers_total bigint not null default 0,
         screened_through text not null default '',
         screened_at bigint,
         leased_until bigint not null default 0`,
    ),
    `create unique index screening_lists_used on screening_lists (source)
       where used_at is not null and replaced_at is null`,
    table(
      "screening_list_parts",
      `list_id text not null,
         part bigint not null,
         entries text not null,
         primary key (list_id, part)`,
    ),
    table(
      "screenings_due",
      `user_id text primary key references users (id),
         due_at bigint not null`,
    ),
    "create index screenings_due_first on screenings_due (due_at)",
  ];
}

function cases(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "cases",
      `id text primary key,
         kind text not null check (kind in ('screening', 'monitoring', 'filing')),
         rule text,
         customer_id text not null references users (id),
         created_at bigint not null,
         due_at bigint not null,
         assignee text,
         ${flag("terrorism")} default 0,
         snoozed_until bigint,
         ${flag("holds")} default 0,
         closed_at bigint,
         closed_by text,
         outcome text check (outcome in ('nothing_found', 'not_this_person', 'reported')),
         check ((closed_at is null) = (outcome is null))`,
    ),
    "create index cases_newest on cases (created_at desc, id desc)",
    "create index cases_open_newest on cases (created_at desc, id desc) where closed_at is null",
    "create index cases_open on cases (due_at) where closed_at is null",
    "create index cases_by_customer on cases (customer_id, created_at desc)",
    ...refusedUpdate(dialect, {
      table: "cases",
      name: "cases_closed_once",
      when: saidOnce("closed_at, outcome, closed_by"),
      says: "are closed once",
    }),
    table(
      "case_notes",
      `id text primary key,
         case_id text not null references cases (id),
         author text not null,
         text text not null,
         created_at bigint not null`,
    ),
    "create index case_notes_by_case on case_notes (case_id, created_at)",
    table(
      "customer_ratings",
      `id text primary key,
       user_id text not null references users (id),
       rating text not null check (rating in ('low', 'medium', 'high')),
       note text not null,
       set_by text not null,
       set_at bigint not null`,
    ),
    "create index customer_ratings_newest on customer_ratings (user_id, set_at desc)",
    // An entry as it was when it was found.
    table(
      "screening_hits",
      `id text primary key,
         case_id text not null references cases (id),
         user_id text not null references users (id),
         source text not null,
         list_id text not null,
         entry_id text not null,
         entry_hash text not null,
         found text not null,
         created_at bigint not null`,
    ),
    "create index screening_hits_by_customer on screening_hits (user_id)",
    "create index screening_hits_by_case on screening_hits (case_id)",
  ];
}

/** Lists of people, customers who are on them, and what compliance looks into. */
export const compliance: Migration = {
  name: "0018-compliance",
  statements: (dialect) => [...lists(dialect), ...cases(dialect)],
};
