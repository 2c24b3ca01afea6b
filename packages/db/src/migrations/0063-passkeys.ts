import { createTable, type Migration } from "./migration.ts";

/** Passkeys of accounts, and the challenges that were given out and not answered yet. */
export const passkeys: Migration = {
  name: "0063-passkeys",
  statements: (dialect) => [
    createTable(
      dialect,
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
    createTable(
      dialect,
      "passkey_challenges",
      `challenge_hash text primary key,
       purpose text not null,
       session text,
       expires_at bigint not null`,
    ),
    "create index passkey_challenges_by_end on passkey_challenges (expires_at)",
  ],
};
