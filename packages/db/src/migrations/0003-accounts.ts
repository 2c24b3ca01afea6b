import type { Dialect } from "../handles/dialect.ts";
import { createTable, trigramIndex, type Migration } from "./migration.ts";
import { CUSTOMER_ROLES, KNOWN_ROLES, OF_CUSTOMERS } from "./role-values.ts";

/** A customer never becomes staff, nor staff a customer. */
const APART: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger users_staff_apart before update of roles on users
     when (old.${OF_CUSTOMERS}) <> (new.${OF_CUSTOMERS})
     begin select raise(abort, 'staff are not customers'); end`,
  ],
  postgres: [
    `create function refuse_staff_as_customers() returns trigger language plpgsql as $$
     begin raise exception 'staff are not customers' using errcode = 'integrity_constraint_violation'; end $$`,
    `create trigger users_staff_apart before update of roles on users for each row
     when ((old.${OF_CUSTOMERS}) <> (new.${OF_CUSTOMERS}))
     execute function refuse_staff_as_customers()`,
  ],
};

/**
 * `on_hold` repeats which holds last, so that an exchange is judged by the row that it reads anyway. `follows_events` says whether
 * the account's exchanges have events.
 */
const usersTable = (dialect: Dialect): string[] => [
  createTable(
    dialect,
    "users",
    `id text primary key,
     email text not null unique check (email = lower(email)),
     password_hash text not null,
     first_name text not null,
     middle_name text,
     last_name text not null,
     phone text,
     status text not null check (status in ('registered', 'pending', 'verified', 'rejected', 'blocked')),
     status_reason text,
     status_before_block text,
     block_reason text,
     default_country text not null,
     email_verified_at bigint,
     roles text not null default '[]' check (${KNOWN_ROLES}),
     permissions text not null,
     partner_hash text unique,
     referred_by text references users (id),
     referral_hash text,
     utm text,
     password_changed_at bigint,
     created_at bigint not null,
     is_demo bigint not null default 0 check (is_demo in (0, 1)),
     on_hold text not null default '[]',
     withdrawals_held_until bigint,
     coins_sent_from bigint,
     login_unlocks bigint not null default 0,
     doors_closed_at bigint,
     password_alone bigint not null default 0,
     emails_off text not null default '[]',
     follows_events bigint not null default 0`,
  ),
  // The last digits are random: so the check of the ledger goes through customers by equal groups.
  "create index users_by_ending on users (substr(id, 34))",
  "create index users_by_partner on users (referred_by) where referred_by is not null",
  `create index users_staff on users (created_at) where roles not in (${CUSTOMER_ROLES})`,
  `create index users_signed_up on users (created_at, status) where ${OF_CUSTOMERS}`,
  `create index users_by_status on users (status, created_at, id) where ${OF_CUSTOMERS}`,
  "create index users_pending on users (id) where status = 'pending'",
  "create index users_withdrawals_held on users (withdrawals_held_until) where withdrawals_held_until is not null",
  // Finds accounts by what their name looks like: as `looksOf` in contracts/name-scripts, for names in English letters.
  `create index users_by_looks on users
     (replace(replace(lower(replace(first_name || ' ' || last_name, 'I', 'l')), 'm', 'rn'), 'w', 'vv'))`,
  ...trigramIndex(dialect, {
    name: "users_called_parts",
    table: "users",
    text: "lower(first_name || ' ' || last_name || ' ' || email)",
  }),
  ...APART[dialect],
];

/** Mailed links and what accounts are known by. */
function accessTables(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "sessions",
      `id_hash text primary key,
       public_id text not null unique,
       user_id text not null references users (id),
       expires_at bigint not null,
       created_at bigint not null,
       last_used_at bigint not null,
       confirmed_at bigint,
       two_factor bigint not null default 0,
       ip text,
       user_agent text`,
    ),
    "create index sessions_by_user on sessions (user_id, last_used_at desc)",
    "create index sessions_by_expiry on sessions (expires_at)",
    // Only the hash of a mailed link's token is kept; using a token deletes it, so it works once.
    table(
      "email_tokens",
      `token_hash text primary key,
       user_id text not null references users (id),
       purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
       email text not null,
       expires_at bigint not null,
       created_at bigint not null`,
    ),
    "create index email_tokens_by_user on email_tokens (user_id, purpose)",
    table(
      "account_links",
      `token_hash text primary key,
       user_id text not null references users (id),
       kind text not null check (kind in ('not-me', 'undo-email', 'recovery', 'stop-recovery')),
       about text not null,
       created_at bigint not null,
       expires_at bigint not null`,
    ),
    "create index account_links_by_user on account_links (user_id, kind)",
    "create index account_links_by_subject on account_links (kind, about)",
    // Only as many rows as an account's owner sees.
    table(
      "sign_ins",
      `id text primary key,
       user_id text references users (id),
       outcome text not null check (outcome in ('succeeded', 'failed')),
       ip text not null,
       user_agent text,
       created_at bigint not null`,
    ),
    "create index sign_ins_by_user on sign_ins (user_id, outcome, created_at desc, id desc)",
    table(
      "known_devices",
      `user_id text not null references users (id),
       kind text not null check (kind in ('device', 'network')),
       mark text not null,
       seen_at bigint not null,
       primary key (user_id, kind, mark)`,
    ),
    // Networks are shared by thousands, and are looked up by account only.
    "create index known_devices_by_mark on known_devices (mark, user_id) where kind = 'device'",
    table(
      "idempotency_keys",
      `user_id text not null references users (id),
       key text not null,
       payload_hash text not null,
       answer text not null,
       created_at bigint not null,
       primary key (user_id, key)`,
    ),
  ];
}

/** Authenticator apps, recovery codes, passkeys, and the tokens of programs. */
function factorTables(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    table(
      "second_factors",
      `user_id text primary key references users (id),
       secret text not null,
       created_at bigint not null,
       confirmed_at bigint,
       last_step bigint not null,
       failures bigint not null,
       locked_until bigint`,
    ),
    table(
      "recovery_codes",
      `user_id text not null references users (id),
       code_hash text not null,
       primary key (user_id, code_hash)`,
    ),
    table(
      "passkeys",
      `id text primary key,
       user_id text not null references users (id),
       credential_id text not null unique,
       public_key text not null,
       counter bigint not null,
       transports text not null,
       name text not null,
       created_at bigint not null,
       last_used_at bigint`,
    ),
    "create index passkeys_of_user on passkeys (user_id)",
    // Challenges that were given out and not answered yet.
    table(
      "passkey_challenges",
      `challenge_hash text primary key,
       purpose text not null,
       session text,
       expires_at bigint not null`,
    ),
    "create index passkey_challenges_by_end on passkey_challenges (expires_at)",
  ];
}

function tokenTables(dialect: Dialect): string[] {
  const table = (name: string, body: string): string => createTable(dialect, name, body);
  return [
    // `two_factor` says whether the person who made the token had proved a second factor.
    table(
      "api_tokens",
      `id text primary key,
       user_id text not null references users (id),
       kind text not null check (kind in ('personal', 'service')),
       name text not null,
       token_hash text not null unique,
       hint text not null,
       scopes text not null,
       procedures text not null,
       addresses text not null,
       two_factor bigint not null default 0,
       created_at bigint not null,
       expires_at bigint,
       app_id text,
       last_used_at bigint,
       last_used_ip text,
       revoked_at bigint`,
    ),
    "create index api_tokens_by_user on api_tokens (user_id, kind, created_at desc)",
    "create index api_tokens_by_kind on api_tokens (kind, created_at desc)",
    "create index api_tokens_by_app on api_tokens (app_id) where app_id is not null",
    table(
      "token_requests",
      `id text primary key,
       token_id text not null references api_tokens (id),
       created_at bigint not null,
       method text not null,
       path text not null,
       status bigint not null,
       idempotency_key text,
       duration_ms bigint not null`,
    ),
    "create index token_requests_by_token on token_requests (token_id, created_at desc, id desc)",
  ];
}

/** Programs of other people, and codes that they exchange for a customer's token. */
function appTables(dialect: Dialect): string[] {
  return [
    createTable(
      dialect,
      "apps",
      `id text primary key,
       user_id text not null references users (id),
       name text not null,
       redirects text not null,
       addresses text not null,
       created_at bigint not null`,
    ),
    "create index apps_of_user on apps (user_id)",
    // Codes stay for a day, so that a second use is known. An app may go before them.
    createTable(
      dialect,
      "app_codes",
      `code_hash text primary key,
       user_id text not null references users (id),
       app_id text not null,
       redirect text not null,
       challenge text not null,
       scopes text not null,
       lifetime_seconds bigint not null,
       two_factor bigint not null,
       expires_at bigint not null,
       token_id text`,
    ),
    "create index app_codes_of_user on app_codes (user_id)",
    "create index app_codes_by_end on app_codes (expires_at)",
  ];
}

/** Accounts of customers and staff, and all ways to log in to them. */
export const accounts: Migration = {
  name: "0003-accounts",
  statements: (dialect) => [
    ...usersTable(dialect),
    ...accessTables(dialect),
    ...tokenTables(dialect),
    ...factorTables(dialect),
    ...appTables(dialect),
  ],
};
