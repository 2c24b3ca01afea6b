import type { Dialect } from "../handles/dialect.ts";
import { createTable, rowNumber, type Migration } from "./migration.ts";
import { CUSTOMER_ROLES } from "./role-values.ts";
import { appendOnly, differs, neverRemoved, refusedUpdate } from "./triggers.ts";

const HOUSE = `'trading', 'fees', 'bank', 'suspense', 'own', 'receivables', 'inventory', 'venue', 'wallet', 'network', 'onramp', 'adjustments'`;

/** An account's name says what it is. */
const NAMED = `(owner = 'customer' and user_id is not null and purpose in ('available', 'held')
     and id = 'customer:' || user_id || ':' || purpose || ':' || currency)
   or (owner = 'house' and user_id is null and purpose in (${HOUSE})
     and id = 'house:' || purpose || ':' || currency)`;

/** Staff have no account in the books. */
const OF_STAFF = `exists (select 1 from users where id = new.user_id and roles not in (${CUSTOMER_ROLES}))`;
const WITHOUT_STAFF: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts when ${OF_STAFF}
     begin select raise(abort, 'staff are not customers'); end`,
  ],
  postgres: [
    `create function keep_staff_out_of_books() returns trigger language plpgsql as $$
     begin
       if ${OF_STAFF} then
         raise exception 'staff are not customers' using errcode = 'integrity_constraint_violation';
       end if;
       return new;
     end $$`,
    `create trigger ledger_accounts_of_customers before insert on ledger_accounts for each row
     execute function keep_staff_out_of_books()`,
  ],
};

const accounts = (dialect: Dialect): string[] => [
  // An account's id ends in its currency, so the pair is as unique as the id; postings refer to the pair,
  // which makes mixing currencies impossible.
  createTable(
    dialect,
    "ledger_accounts",
    `id text not null,
     currency text not null references currencies (code),
     owner text not null check (owner in ('customer', 'house')),
     user_id text references users (id),
     purpose text not null,
     primary key (id, currency),
     constraint ledger_accounts_named check (${NAMED})`,
  ),
  ...WITHOUT_STAFF[dialect],
  "create index ledger_accounts_by_user on ledger_accounts (user_id)",
  createTable(
    dialect,
    "ledger_balances",
    `account_id text primary key check (account_id like 'customer:%'),
     currency text not null,
     user_id text not null references users (id),
     purpose text not null check (purpose in ('available', 'held')),
     balance bigint not null check (balance >= 0),
     foreign key (account_id, currency) references ledger_accounts (id, currency)`,
  ),
  "create index ledger_balances_by_user on ledger_balances (user_id, purpose)",
  ...neverRemoved(dialect, "ledger_balances"),
  ...refusedUpdate(dialect, {
    table: "ledger_balances",
    name: "ledger_balances_kept",
    // Every exchange changes a balance, and must not run the rule.
    of: "account_id, currency, user_id, purpose",
    when: differs("account_id, currency, user_id, purpose"),
    says: "belongs to one account",
  }),
];

/** Both sides of a posting, each with the other. */
const SIDES = [
  ["source", "destination"],
  ["destination", "source"],
] as const;

const notOfExchanges = (side: string): string =>
  `${side}_account not like 'house:trading:%' and ${side}_account not like 'house:fees:%'`;

/**
 * The indexes of postings leave exchanges out, which are nearly all of them: a customer's history has exchanges in an index of its
 * own, and an exchange pays for none of these (the bench's "exchanges through HTTP").
 */
const POSTING_INDEXES = SIDES.flatMap(([side, other]) => [
  `create index ledger_postings_owned_${side} on ledger_postings (${side}_account, entry_id, amount)
   where ${side}_account like 'customer:%' and ${notOfExchanges(other)}`,
  `create index ledger_postings_of_house_${side} on ledger_postings (${side}_account, entry_id, position)
   where ${side}_account like 'house:%' and ${notOfExchanges(side)}`,
  `create index ledger_postings_of_coins_${side} on ledger_postings (${side}_account, currency, amount)
   where ${side}_account like 'house:inventory:%' or ${side}_account like 'house:wallet:%'
     or ${side}_account like 'house:onramp:%' or ${side}_account like 'house:suspense:%'
     or ${side}_account like 'house:venue:%'`,
]);

const entries = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "ledger_entries",
    `id text primary key,
     ${rowNumber(dialect)},
     kind text not null,
     description text not null,
     reverses_entry_id text unique references ledger_entries (id),
     created_by text not null,
     approved_by text check (approved_by <> created_by),
     created_at bigint not null`,
  ),
  "create unique index ledger_entries_by_seq on ledger_entries (seq)",
  ...appendOnly(dialect, "ledger_entries"),
  // Entries, which are many, are written with their number (`ledger_insert_entry`).
  ...(dialect === "sqlite"
    ? [
        `create trigger ledger_entries_numbered before insert on ledger_entries when new.seq is null
         begin select raise(abort, 'a ledger entry needs its number'); end`,
      ]
    : []),
  createTable(
    dialect,
    "ledger_postings",
    `entry_id text not null references ledger_entries (id),
     position bigint not null,
     source_account text not null,
     destination_account text not null,
     currency text not null,
     amount bigint not null check (amount > 0),
     primary key (entry_id, position),
     check (source_account <> destination_account),
     foreign key (source_account, currency) references ledger_accounts (id, currency),
     foreign key (destination_account, currency) references ledger_accounts (id, currency)`,
  ),
  ...POSTING_INDEXES,
  ...appendOnly(dialect, "ledger_postings"),
];

/** On SQLite a line of the log gets its number right after it was written, and never changes again. */
const LOG_ON_SQLITE = [
  `create trigger audit_log_no_update before update on audit_log when old.seq is not null
   begin select raise(abort, 'audit_log is append-only'); end`,
  `create trigger audit_log_numbered after insert on audit_log when new.seq is null
   begin update audit_log set seq = (select coalesce(max(seq), 0) + 1 from audit_log) where id = new.id; end`,
];

const auditLog = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "audit_log",
    `id text primary key,
     ${rowNumber(dialect)},
     actor text not null,
     action text not null,
     subject text not null,
     details text not null,
     created_at bigint not null`,
  ),
  "create unique index audit_log_by_seq on audit_log (seq)",
  "create index audit_log_newest on audit_log (created_at desc, id desc)",
  "create index audit_log_by_subject on audit_log (subject, created_at desc, id desc)",
  "create index audit_log_by_action on audit_log (action, created_at desc, id desc)",
  "create index audit_log_by_actor on audit_log (actor, created_at desc, id desc)",
  ...appendOnly(dialect, "audit_log").filter((statement) => !statement.includes("audit_log_no_update")),
  ...(dialect === "sqlite" ? LOG_ON_SQLITE : []),
];

/** Far more letters than a seal has; one of any length would keep all others from being read. */
const LONGEST_SEAL = 10_000_000;

/**
 * Seals over the ledger's entries and the audit log, each linked to the one before, and the one row that names the
 * newest. Readers follow the sealed ledger: sealed rows are committed, in an order that does not change.
 */
function seals(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "book_seals",
      `number bigint primary key,
       book text not null check (book in ('ledger', 'audit')),
       first_seq bigint not null,
       last_seq bigint not null,
       entries bigint not null check (entries > 0),
       previous_hash text not null,
       hash text not null,
       kid text not null,
       signature text not null,
       sealed_at bigint not null,
       gaps text not null check (length(gaps) < ${LONGEST_SEAL}),
       digests text not null check (length(digests) < ${LONGEST_SEAL})`,
    ),
    "create unique index book_seals_by_book on book_seals (book, number)",
    ...appendOnly(dialect, "book_seals"),
    table(
      "book_seal_heads",
      `name text primary key check (name = 'newest'),
       number bigint not null,
       kid text not null,
       signature text not null`,
    ),
    table("seal_readers", "name text primary key, seal bigint not null, entries bigint not null"),
    // One row: customers' totals of each currency as of a seal (decision 0185).
    table("owed_totals", "name text primary key, seal bigint not null, totals text not null"),
    // One row: the last check of the ledger, so that the processes of an installation take turns.
    table(
      "ledger_checks",
      `name text primary key,
       begun_at bigint not null,
       found text`,
    ),
  ];
}

/** The ledger, the audit log, and the seals over both. */
export const books: Migration = {
  name: "0007-books",
  statements: (dialect) => [
    ...accounts(dialect),
    ...entries(dialect),
    ...auditLog(dialect),
    ...seals(dialect),
  ],
};
