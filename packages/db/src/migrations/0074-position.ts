import type { Dialect } from "../handles/dialect.ts";
import { appendOnly, createTable, refuseTruncate, type Migration } from "./migration.ts";

const HOUSE = `'trading', 'fees', 'bank', 'suspense', 'own', 'receivables', 'inventory', 'venue', 'onramp', 'adjustments'`;
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

/** As in 0071: SQLite cannot change a CHECK, so the table is made again, and its trigger with it. */
const RENAMED_ACCOUNTS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    "pragma defer_foreign_keys = on",
    "create table ledger_accounts_before as select id, currency, owner, user_id, purpose from ledger_accounts",
    "drop table ledger_accounts",
    createTable("sqlite", "ledger_accounts", LEDGER_ACCOUNTS),
    `insert into ledger_accounts (id, currency, owner, user_id, purpose)
     select id, currency, owner, user_id, purpose from ledger_accounts_before`,
    "drop table ledger_accounts_before",
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts
     when exists (select 1 from users where id = new.user_id and roles not in (${CUSTOMER}))
     begin select raise(abort, 'staff are not customers'); end`,
  ],
  postgres: [
    "alter table ledger_accounts drop constraint ledger_accounts_named",
    `alter table ledger_accounts add constraint ledger_accounts_named check (${NAMED})`,
  ],
};

/**
 * What the house has of coins to cover what customers own: accounts for it, the trades with venues that change it, and how far it
 * may be off.
 */
export const position: Migration = {
  name: "0074-position",
  statements: (dialect) => [
    ...RENAMED_ACCOUNTS[dialect],
    ...["inventory", "venue"].map(
      (purpose) =>
        `insert into ledger_accounts (id, currency, owner, user_id, purpose)
         select 'house:${purpose}:' || code, code, 'house', null, '${purpose}' from currencies
         where true on conflict do nothing`,
    ),
    // Few rows, and none of an exchange: the inventory is summed up without a walk through the books.
    ...["source", "destination"].map(
      (side) =>
        `create index ledger_postings_by_inventory_${side} on ledger_postings (${side}_account, amount)
         where ${side}_account like 'house:inventory:%'`,
    ),
    createTable(
      dialect,
      "position_trades",
      `id text primary key,
       side text not null check (side in ('buy', 'sell')),
       currency text not null references currencies (code),
       amount bigint not null check (amount > 0),
       price text not null,
       in_currency text not null references currencies (code),
       total bigint not null check (total > 0),
       venue text not null,
       note text,
       entry_id text not null unique references ledger_entries (id),
       created_by text not null,
       created_at bigint not null`,
    ),
    "create index position_trades_newest on position_trades (created_at desc, id desc)",
    ...appendOnly(dialect, "position_trades"),
    ...refuseTruncate(dialect, "position_trades"),
    createTable(
      dialect,
      "position_limits",
      `currency text primary key references currencies (code),
       soft bigint check (soft >= 0),
       hard bigint check (hard >= 0),
       check (soft is null or hard is null or soft <= hard)`,
    ),
  ],
};
