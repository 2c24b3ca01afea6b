import { createTable, type Migration } from "./migration.ts";

/**
 * What keeps an account safe from someone who got in: known devices and networks, mailed links that close doors, a hold on
 * withdrawals that ends by itself, and how often staff have forgiven failed logins.
 */
export const accountSafety: Migration = {
  name: "0065-account-safety",
  statements: (dialect) => {
    const integer = dialect === "sqlite" ? "integer" : "bigint";
    return [
      `alter table users add column withdrawals_held_until ${integer}`,
      `alter table users add column login_unlocks ${integer} not null default 0`,
      "create index users_withdrawals_held on users (withdrawals_held_until) where withdrawals_held_until is not null",
      createTable(
        dialect,
        "known_devices",
        `user_id text not null references users (id),
         kind text not null check (kind in ('device', 'network')),
         mark text not null,
         seen_at bigint not null,
         primary key (user_id, kind, mark)`,
      ),
      createTable(
        dialect,
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
    ];
  },
};
