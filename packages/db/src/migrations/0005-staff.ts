import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";
import { CUSTOMER_ROLES, KNOWN_ROLES } from "./role-values.ts";
import { appendOnly, neverEmptied, refused, unlessErasing } from "./triggers.ts";

/** All columns of a request but the sealed one, which is sealed again with another key. */
const DECIDED =
  "id, act, status, subject, customer_id, reasons, input_hash, idempotency_key, proposed_by, created_at, expires_at, " +
  "decided_by, decided_at, note";

/** Acts that wait for a second person. A decision is final, and no request disappears. */
const approvals = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "approvals",
    `id text primary key,
     act text not null,
     status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'failed')),
     subject text not null,
     customer_id text,
     reasons text not null,
     proposal text not null,
     input_hash text not null,
     idempotency_key text,
     proposed_by text not null,
     created_at bigint not null,
     expires_at bigint not null,
     decided_by text,
     decided_at bigint,
     note text,
     check ((status = 'pending') = (decided_by is null)),
     check ((status = 'pending') = (decided_at is null)),
     check (status not in ('approved', 'rejected') or decided_by <> proposed_by)`,
  ),
  "create index approvals_by_status on approvals (status, created_at)",
  "create index approvals_by_proposer on approvals (proposed_by, idempotency_key)",
  "create index approvals_newest on approvals (created_at desc, id desc)",
  refused(dialect, {
    table: "approvals",
    name: "approvals_decided",
    change: `update of ${DECIDED}`,
    when: "old.status <> 'pending'",
  }),
  unlessErasing(dialect, {
    table: "approvals",
    name: "approvals_no_delete",
    change: "delete",
    owner: "old.customer_id",
    or: "old.customer_id is null",
  }),
  ...neverEmptied(dialect, "approvals"),
];

const customerNotes = (dialect: Dialect): string[] => [
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
  refused(dialect, { table: "customer_notes", name: "customer_notes_no_update", change: "update" }),
  unlessErasing(dialect, {
    table: "customer_notes",
    name: "customer_notes_no_delete",
    change: "delete",
    owner: "old.user_id",
  }),
  ...neverEmptied(dialect, "customer_notes"),
];

/** Invitations of staff, requests for a second person, notes about customers, and how much one person has credited. */
export const staff: Migration = {
  name: "0005-staff",
  statements: (dialect) => [
    createTable(
      dialect,
      "staff_invitations",
      `id text primary key,
       email text not null unique check (email = lower(email)),
       roles text not null check (${KNOWN_ROLES} and roles not in ('[]', ${CUSTOMER_ROLES})),
       token_hash text not null unique,
       invited_by text not null,
       created_at bigint not null,
       expires_at bigint not null`,
    ),
    // The row that each member of staff has open, one at most.
    createTable(
      dialect,
      "staff_presence",
      `user_id text primary key references users (id),
       kind text not null,
       subject text not null,
       seen_at bigint not null`,
    ),
    ...approvals(dialect),
    // A day's sum counts for each member of staff and for each customer.
    createTable(
      dialect,
      "staff_credits",
      `id text primary key,
       user_id text not null,
       customer_id text,
       worth bigint not null check (worth >= 0),
       credited_at bigint not null`,
    ),
    "create index staff_credits_by_user on staff_credits (user_id, credited_at)",
    "create index staff_credits_by_customer on staff_credits (customer_id, credited_at)",
    ...appendOnly(dialect, "staff_credits"),
    ...customerNotes(dialect),
  ],
};
