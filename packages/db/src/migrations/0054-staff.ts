import type { Dialect } from "../handles/dialect.ts";
import { appendAudit } from "../audit.ts";
import { createTable, type Migration } from "./migration.ts";

const CUSTOMERS = ["regular-user", "partner"];
const STAFF = ["support", "compliance", "finance", "admin"];

/** Every order of every choice of the words, none of them too. */
const choices = (words: readonly string[]): string[][] => [
  [],
  ...words.flatMap((word) => choices(words.filter((other) => other !== word)).map((rest) => [word, ...rest])),
];

const listed = (values: readonly (readonly string[])[]): string =>
  values.map((value) => `'${JSON.stringify(value)}'`).join(", ");

const CUSTOMER = listed(CUSTOMERS.map((role) => [role]));

/** Without roles someone is former staff: the account stays, for the log names it. */
const KNOWN = `roles in (${CUSTOMER}, ${listed(choices(STAFF))})`;

/** A customer never becomes staff, nor staff a customer; and staff have no account in the books. */
const APART: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger users_staff_apart before update of roles on users
     when (old.roles in (${CUSTOMER})) <> (new.roles in (${CUSTOMER}))
     begin select raise(abort, 'staff are not customers'); end`,
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts
     when exists (select 1 from users where id = new.user_id and roles not in (${CUSTOMER}))
     begin select raise(abort, 'staff are not customers'); end`,
  ],
  postgres: [
    `create function refuse_staff_as_customers() returns trigger language plpgsql as $$
     begin raise exception 'staff are not customers' using errcode = 'integrity_constraint_violation'; end $$`,
    `create trigger users_staff_apart before update of roles on users for each row
     when ((old.roles in (${CUSTOMER})) <> (new.roles in (${CUSTOMER})))
     execute function refuse_staff_as_customers()`,
    `create function keep_staff_out_of_books() returns trigger language plpgsql as $$
     begin
       if exists (select 1 from users where id = new.user_id and roles not in (${CUSTOMER})) then
         raise exception 'staff are not customers' using errcode = 'integrity_constraint_violation';
       end if;
       return new;
     end $$`,
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts for each row
     execute function keep_staff_out_of_books()`,
  ],
};

/**
 * Staff as people with roles: an account has one role of a customer, or any of the staff's. Those who had the one role of
 * staff before have all of its acts, as `admin`; a blocked one has left.
 */
export const staff: Migration = {
  name: "0054-staff",
  statements: (dialect) => [
    // The old column's CHECK knows three words; a column can be replaced, a CHECK of SQLite cannot.
    `alter table users add column roles text not null default '[]' check (${KNOWN})`,
    `update users set roles = case
       when role = 'operator' and status = 'blocked' then '[]'
       when role = 'operator' then '["admin"]'
       else '["' || role || '"]' end`,
    "update users set permissions = '[]' where role = 'operator'",
    "alter table users drop column role",
    "create index users_staff on users (created_at) where roles not in ('[\"regular-user\"]', '[\"partner\"]')",
    createTable(
      dialect,
      "staff_invitations",
      `id text primary key,
       email text not null unique check (email = lower(email)),
       roles text not null check (${KNOWN} and roles not in ('[]', ${CUSTOMER})),
       token_hash text not null unique,
       invited_by text not null,
       created_at bigint not null,
       expires_at bigint not null`,
    ),
    ...APART[dialect],
  ],
  rewrite: async (tx, now) => {
    const rows = await tx
      .selectFrom("users")
      .select(["id", "roles"])
      .where("roles", "=", '["admin"]')
      .execute();
    for (const { id, roles } of rows) {
      // Personal tokens are a customer's.
      await tx
        .updateTable("api_tokens")
        .set({ revoked_at: now })
        .where("user_id", "=", id)
        .where("kind", "=", "personal")
        .where("revoked_at", "is", null)
        .execute();
      await appendAudit(tx, {
        id: `0054-${id}`,
        actor: "system:migration",
        action: "staff.roles",
        subject: id,
        details: JSON.stringify({ from: ["operator"], to: JSON.parse(roles) as unknown }),
        created_at: now,
      });
    }
  },
};
