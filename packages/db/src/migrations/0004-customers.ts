import type { Dialect } from "../handles/dialect.ts";
import { createTable, flag, type Migration } from "./migration.ts";
import { erasingFunction } from "./triggers.ts";

function identityTables(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    // `sent_back` is the form as it was when it was last sent back, so that the next try can be compared with it.
    table(
      "identities",
      `user_id text primary key references users (id),
       form text not null,
       sent_back text,
       saved_at bigint not null,
       submitted_at bigint,
       decided_at bigint,
       decided_by text`,
    ),
    table(
      "identity_documents",
      `id text primary key,
       user_id text not null references users (id),
       side text not null check (side in ('front', 'back', 'selfie')),
       media_type text not null,
       bytes bigint not null check (bytes > 0),
       sha256 text not null,
       file_name text not null,
       created_at bigint not null,
       replaced_at bigint`,
    ),
    "create index identity_documents_by_user on identity_documents (user_id, created_at)",
    `create unique index identity_documents_current on identity_documents (user_id, side)
     where replaced_at is null`,
    // An identity provider's answer about a customer. `asked_at` names the question whose answer counts, `look_at` when it is asked next.
    table(
      "identity_checks",
      `user_id text primary key references users (id),
       provider text not null,
       state text not null check (state in ('started', 'checking', 'approved', 'retry', 'declined', 'again')),
       applicant_id text,
       review text,
       found text,
       started_at bigint not null,
       changed_at bigint not null,
       asked_at bigint not null,
       look_at bigint`,
    ),
    "create index identity_checks_due on identity_checks (look_at) where look_at is not null",
    table(
      "personal_hashes",
      `kind text not null,
       hash text not null,
       user_id text not null references users (id),
       primary key (kind, hash, user_id)`,
    ),
    "create index personal_hashes_by_user on personal_hashes (user_id, kind)",
    // Customers who lost their second factor and asked to have it taken off.
    table(
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
  ];
}

/** An erasure may begin if only what a law keeps is left, and no hold stops it. */
const MAY_BEGIN = `new.cleared_at is not null and not exists (select 1 from customer_holds
  where user_id = new.user_id and kind = 'erasure' and released_at is null)`;
const REFUSED = "account_closures: an erasure begins once, and not while it is held";

/**
 * Once an erasure has begun, other tables let go of rows that are otherwise only added to. So the database judges itself whether one
 * may begin.
 */
const ERASING_ONCE: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger account_closures_erasing before update of erasing_at on account_closures
     when new.erasing_at is not old.erasing_at and not (old.erasing_at is null and ${MAY_BEGIN})
     begin select raise(abort, '${REFUSED}'); end`,
    `create trigger account_closures_begun before insert on account_closures when new.erasing_at is not null
     begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    `create function refuse_erasing() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and old.erasing_at is null and ${MAY_BEGIN} then return new; end if;
       raise exception '${REFUSED}' using errcode = 'integrity_constraint_violation';
     end $$`,
    `create trigger account_closures_erasing before update of erasing_at on account_closures
     for each row when (new.erasing_at is distinct from old.erasing_at) execute function refuse_erasing()`,
    `create trigger account_closures_begun before insert on account_closures
     for each row when (new.erasing_at is not null) execute function refuse_erasing()`,
  ],
};

function closureTables(dialect: Dialect): string[] {
  return [
    createTable(
      dialect,
      "customer_holds",
      `id text primary key,
       user_id text not null references users (id),
       kind text not null check (kind in ('withdrawals', 'deposits', 'trading', 'erasure')),
       internal_note text not null,
       held_by text not null,
       held_at bigint not null,
       released_by text,
       released_at bigint,
       release_note text,
       check ((released_at is null) = (released_by is null)),
       check ((released_at is null) = (release_note is null))`,
    ),
    "create index customer_holds_by_user on customer_holds (user_id, held_at)",
    "create unique index customer_holds_one_at_a_time on customer_holds (user_id, kind, held_by) where released_at is null",
    createTable(
      dialect,
      "account_closures",
      `user_id text primary key references users (id),
       email text,
       email_since bigint,
       closed_at bigint not null,
       closed_by text not null,
       ${flag("kept")},
       closing_mail text not null,
       cleared_at bigint,
       erasing_at bigint,
       erased_at bigint,
       final_mail text`,
    ),
    "create index account_closures_unfinished on account_closures (closed_at) where email is not null",
    // Their balances are looked at for money that came after all.
    "create index account_closures_kept on account_closures (closed_at, user_id) where erased_at is null",
    ...ERASING_ONCE[dialect],
    ...erasingFunction(dialect),
  ];
}

/** Identity checks of customers, holds on what they do, and closed accounts with how far the erasure of their data is. */
export const customers: Migration = {
  name: "0004-customers",
  statements: (dialect) => [...identityTables(dialect), ...closureTables(dialect)],
};
