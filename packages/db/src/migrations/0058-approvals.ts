import type { Dialect } from "../handles/dialect.ts";
import { appendOnly, createTable, refuseTruncate, type Migration } from "./migration.ts";

/** All that is said of a request, apart from what is sealed: that is sealed again with another key. */
const FIXED =
  "id, act, status, subject, customer_id, reasons, input_hash, idempotency_key, proposed_by, created_at, expires_at, decided_by, decided_at, note";

/**
 * What was decided stays decided, and no request disappears. The function is not the one of append-only tables, which the running
 * role may not change at all (`migrate-as.ts`).
 */
const DECIDED: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger approvals_decided before update of ${FIXED} on approvals when old.status <> 'pending'
     begin select raise(abort, 'approvals is append-only'); end`,
    `create trigger approvals_no_delete before delete on approvals
     begin select raise(abort, 'approvals is append-only'); end`,
  ],
  postgres: [
    `create function refuse_change_of_decided() returns trigger language plpgsql as $$
     begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$`,
    `create trigger approvals_decided before update of ${FIXED} on approvals for each row
     when (old.status <> 'pending') execute function refuse_change_of_decided()`,
    `create trigger approvals_no_delete before delete on approvals
     for each row execute function refuse_change_of_decided()`,
    `create trigger approvals_no_truncate before truncate on approvals
     for each statement execute function refuse_change_of_decided()`,
  ],
};

/** Acts that wait for a second person, what one person has credited alone, and who approved an entry of the books. */
export const approvals: Migration = {
  name: "0058-approvals",
  statements: (dialect) => [
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
    ...DECIDED[dialect],
    createTable(
      dialect,
      "staff_credits",
      `id text primary key,
       user_id text not null,
       worth bigint not null check (worth >= 0),
       credited_at bigint not null`,
    ),
    "create index staff_credits_by_user on staff_credits (user_id, credited_at)",
    ...appendOnly(dialect, "staff_credits"),
    ...refuseTruncate(dialect, "staff_credits"),
    "alter table ledger_entries add column approved_by text check (approved_by <> created_by)",
  ],
};
