import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";

/**
 * What may be taken out of rows that are otherwise only added to, once their customer's data are erased. The function is not the one
 * of append-only tables, whose rows the running role may not change at all (`migrate-as.ts`).
 */
const SAID =
  "id, deposit_account_id, booked_on, amount, currency, identity, entry_id, imported_at, imported_by";
const EVENT = "id, transaction_id, from_status, to_status, actor, created_at, entry_id";

const erasing = (owner: string): string =>
  `exists (select 1 from account_closures where user_id = ${owner} and erasing_at is not null)`;

const OPENED: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    "drop trigger customer_notes_no_delete",
    `create trigger customer_notes_no_delete before delete on customer_notes when not ${erasing("old.user_id")}
     begin select raise(abort, 'customer_notes is append-only'); end`,
    "drop trigger approvals_no_delete",
    `create trigger approvals_no_delete before delete on approvals
     when old.customer_id is null or not ${erasing("old.customer_id")}
     begin select raise(abort, 'approvals is append-only'); end`,
    "drop trigger bank_lines_said",
    `create trigger bank_lines_said before update of ${SAID} on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
    `create trigger bank_lines_text before update of text, payer on bank_lines
     when new.text <> '' or new.payer is not null or old.customer_id is null or not ${erasing("old.customer_id")}
     begin select raise(abort, 'bank_lines is append-only'); end`,
    "drop trigger transaction_events_no_update",
    `create trigger transaction_events_no_update before update of ${EVENT} on transaction_events
     begin select raise(abort, 'transaction_events is append-only'); end`,
    `create trigger transaction_events_reason before update of reason on transaction_events
     when new.reason is not null
       or not ${erasing("(select user_id from transactions where id = old.transaction_id)")}
     begin select raise(abort, 'transaction_events is append-only'); end`,
  ],
  postgres: [
    `create function refuse_unless_erasing() returns trigger language plpgsql as $$
     declare owner text;
     begin
       owner := case tg_table_name
         when 'customer_notes' then to_jsonb(old) ->> 'user_id'
         when 'transaction_events' then
           (select user_id from transactions where id = to_jsonb(old) ->> 'transaction_id')
         else to_jsonb(old) ->> 'customer_id' end;
       if ${erasing("owner")} then
         if tg_op = 'DELETE' then return old; end if;
         if tg_table_name = 'bank_lines' and to_jsonb(new) ->> 'text' = '' and to_jsonb(new) ->> 'payer' is null
         then return new; end if;
         if tg_table_name = 'transaction_events' and to_jsonb(new) ->> 'reason' is null then return new; end if;
       end if;
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end $$`,
    "drop trigger customer_notes_append_only on customer_notes",
    "drop trigger customer_notes_no_truncate on customer_notes",
    `create trigger customer_notes_no_update before update on customer_notes
     for each row execute function refuse_change_of_decided()`,
    `create trigger customer_notes_no_delete before delete on customer_notes
     for each row execute function refuse_unless_erasing()`,
    `create trigger customer_notes_no_truncate before truncate on customer_notes
     for each statement execute function refuse_change_of_decided()`,
    "drop trigger approvals_no_delete on approvals",
    `create trigger approvals_no_delete before delete on approvals
     for each row execute function refuse_unless_erasing()`,
    "drop trigger bank_lines_said on bank_lines",
    `create trigger bank_lines_said before update of ${SAID} on bank_lines
     for each row execute function refuse_change_of_decided()`,
    `create trigger bank_lines_text before update of text, payer on bank_lines
     for each row execute function refuse_unless_erasing()`,
    "drop trigger transaction_events_append_only on transaction_events",
    "drop trigger transaction_events_no_truncate on transaction_events",
    `create trigger transaction_events_no_update before update of ${EVENT} on transaction_events
     for each row execute function refuse_change_of_decided()`,
    `create trigger transaction_events_reason before update of reason on transaction_events
     for each row execute function refuse_unless_erasing()`,
    `create trigger transaction_events_no_delete before delete on transaction_events
     for each row execute function refuse_change_of_decided()`,
    `create trigger transaction_events_no_truncate before truncate on transaction_events
     for each statement execute function refuse_change_of_decided()`,
  ],
};

const HOLDS = `id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('withdrawals', 'deposits', 'trading', 'erasure')),
  internal_note text not null,
  held_by text not null,
  held_at bigint not null,
  released_by text,
  released_at bigint,
  release_note text,
  check ((released_at is null) = (released_by is null)),
  check ((released_at is null) = (release_note is null))`;

/** A hold on erasure is one more kind of hold. */
const MORE_HOLDS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    "create table customer_holds_before as select * from customer_holds",
    "drop table customer_holds",
    createTable("sqlite", "customer_holds", HOLDS),
    `insert into customer_holds
       (id, user_id, kind, internal_note, held_by, held_at, released_by, released_at, release_note)
     select id, user_id, kind, internal_note, held_by, held_at, released_by, released_at, release_note
     from customer_holds_before`,
    "drop table customer_holds_before",
    "create index customer_holds_by_user on customer_holds (user_id, held_at)",
    "create unique index customer_holds_one_at_a_time on customer_holds (user_id, kind) where released_at is null",
  ],
  postgres: [
    "alter table customer_holds drop constraint customer_holds_kind_check",
    `alter table customer_holds add constraint customer_holds_kind_check
     check (kind in ('withdrawals', 'deposits', 'trading', 'erasure'))`,
  ],
};

/** Closed accounts, and how far the erasure of their data is. */
export const closures: Migration = {
  name: "0099-closures",
  statements: (dialect) => [
    createTable(
      dialect,
      "account_closures",
      `user_id text primary key references users (id),
       email text,
       email_since bigint,
       closed_at bigint not null,
       closed_by text not null,
       kept bigint not null check (kept in (0, 1)),
       closing_mail text not null,
       cleared_at bigint,
       erasing_at bigint,
       erased_at bigint,
       final_mail text`,
    ),
    "create index account_closures_unfinished on account_closures (closed_at) where email is not null",
    ...MORE_HOLDS[dialect],
    ...OPENED[dialect],
  ],
};
