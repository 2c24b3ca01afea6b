import { appendOnly, createTable, refuseTruncate, type Migration } from "./migration.ts";

/**
 * Holds on kinds of calls of a customer, and notes of staff. `users.on_hold` repeats which holds last, so that an exchange
 * is judged by the row that it reads anyway.
 */
export const holds: Migration = {
  name: "0055-holds",
  statements: (dialect) => [
    "alter table users add column on_hold text not null default '[]'",
    createTable(
      dialect,
      "customer_holds",
      `id text primary key,
       user_id text not null references users (id),
       kind text not null check (kind in ('withdrawals', 'deposits', 'trading')),
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
    "create unique index customer_holds_one_at_a_time on customer_holds (user_id, kind) where released_at is null",
    createTable(
      dialect,
      "customer_notes",
      `id text primary key,
       user_id text not null references users (id),
       author text not null,
       note text not null,
       created_at bigint not null`,
    ),
    "create index customer_notes_by_user on customer_notes (user_id, created_at)",
    ...appendOnly(dialect, "customer_notes"),
    ...refuseTruncate(dialect, "customer_notes"),
  ],
};
