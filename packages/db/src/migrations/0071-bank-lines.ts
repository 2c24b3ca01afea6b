import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";

const HOUSE = `'trading', 'fees', 'bank', 'suspense', 'own', 'receivables', 'inventory', 'onramp', 'adjustments'`;
const CUSTOMER = `'["regular-user"]', '["partner"]'`;

/** What an account is, says its name. */
const NAMED = `(owner = 'customer' and user_id is not null and purpose in ('available', 'held')
     and id = 'customer:' || user_id || ':' || purpose || ':' || currency)
   or (owner = 'house' and user_id is null and purpose in (${HOUSE})
     and id = 'house:' || purpose || ':' || currency)`;

const LEDGER_ACCOUNTS = `id text not null,
   currency text not null references currencies (code),
   owner text not null check (owner in ('customer', 'house')),
   user_id text references users (id),
   purpose text not null,
   primary key (id, currency),
   constraint ledger_accounts_named check (${NAMED})`;

/**
 * SQLite cannot change a CHECK, so the table is made again. Rows of other tables refer to it: their foreign keys are looked at when the
 * transaction commits, by when every row is back.
 */
const RENAMED_ACCOUNTS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    "pragma defer_foreign_keys = on",
    "create table ledger_accounts_before as select * from ledger_accounts",
    "drop table ledger_accounts",
    createTable("sqlite", "ledger_accounts", LEDGER_ACCOUNTS),
    "insert into ledger_accounts (id, currency, owner, user_id, purpose) select id, currency, owner, user_id, purpose from ledger_accounts_before",
    "drop table ledger_accounts_before",
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts
     when exists (select 1 from users where id = new.user_id and roles not in (${CUSTOMER}))
     begin select raise(abort, 'staff are not customers'); end`,
  ],
  postgres: [
    "alter table ledger_accounts drop constraint ledger_accounts_check",
    `alter table ledger_accounts add constraint ledger_accounts_named check (${NAMED})`,
  ],
};

/** What the bank has said does not change; only what became of a line does, and no line disappears. */
const SAID =
  "id, deposit_account_id, booked_on, amount, currency, text, payer, identity, entry_id, imported_at, imported_by";
const KEPT: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger bank_lines_said before update of ${SAID} on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
    `create trigger bank_lines_no_delete before delete on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
  ],
  postgres: [
    `create trigger bank_lines_said before update of ${SAID} on bank_lines
     for each row execute function refuse_change_of_decided()`,
    `create trigger bank_lines_no_delete before delete on bank_lines
     for each row execute function refuse_change_of_decided()`,
    `create trigger bank_lines_no_truncate before truncate on bank_lines
     for each statement execute function refuse_change_of_decided()`,
  ],
};

/** The lines of the bank's statements, and accounts of the books for money that is not assigned yet. */
export const bankLines: Migration = {
  name: "0071-bank-lines",
  statements: (dialect) => [
    ...RENAMED_ACCOUNTS[dialect],
    ...["suspense", "own", "receivables"].map(
      (purpose) =>
        `insert into ledger_accounts (id, currency, owner, user_id, purpose)
         select 'house:${purpose}:' || code, code, 'house', null, '${purpose}' from currencies`,
    ),
    createTable(
      dialect,
      "bank_lines",
      `id text primary key,
       deposit_account_id text not null references system_bank_accounts (id),
       booked_on text not null,
       amount bigint not null check (amount <> 0),
       currency text not null references currencies (code),
       text text not null,
       payer text,
       identity text not null unique,
       status text not null check (status in
         ('unmatched', 'proposed', 'credited', 'returned', 'own_money', 'payout')),
       proposal text,
       customer_id text,
       matched_id text,
       message text,
       internal_note text,
       entry_id text not null references ledger_entries (id),
       settled_entry_id text references ledger_entries (id),
       imported_at bigint not null,
       imported_by text not null,
       settled_at bigint,
       settled_by text,
       check ((status in ('unmatched', 'proposed')) = (settled_at is null)),
       check ((settled_at is null) = (settled_by is null))`,
    ),
    "create index bank_lines_newest on bank_lines (booked_on desc, id desc)",
    "create index bank_lines_by_status on bank_lines (status, booked_on desc, id desc)",
    "create index bank_lines_by_account on bank_lines (deposit_account_id, booked_on)",
    "create index bank_lines_by_match on bank_lines (matched_id)",
    "create index bank_lines_by_customer on bank_lines (customer_id, booked_on desc, id desc)",
    ...KEPT[dialect],
  ],
};
