import { createTable, type Migration } from "./migration.ts";
import { refusingFunctions } from "./triggers.ts";

/** The installation's own data: secrets and keys, switches, and limits that its processes count together. */
export const foundation: Migration = {
  name: "0001-foundation",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      ...refusingFunctions(dialect),
      table("app_secrets", "name text primary key, value text not null, created_at bigint not null"),
      table("data_keys", "id text primary key, proof text not null, added_at bigint not null"),
      table(
        "signing_keys",
        `kid text primary key,
         public_jwk text not null,
         private_pkcs8 text not null,
         created_at bigint not null,
         retired_at bigint`,
      ),
      // At most one key signs: processes that start at once on an empty database agree on it.
      "create unique index signing_keys_signing on signing_keys (coalesce(retired_at, 0)) where retired_at is null",
      table(
        "switches",
        `what text primary key,
         paused bigint not null,
         message text,
         reason text,
         set_by text not null,
         set_at bigint not null`,
      ),
      table(
        "limit_tries",
        "id text primary key, key text not null, tried_at bigint not null, expires_at bigint not null",
      ),
      "create index limit_tries_key on limit_tries (key, expires_at)",
      "create index limit_tries_expires_at on limit_tries (expires_at)",
      table("limit_counts", "key text primary key, count bigint not null, ends_at bigint not null"),
      "create index limit_counts_ends_at on limit_counts (ends_at)",
      table("spent_captchas", "id text primary key, expires_at bigint not null"),
      "create index spent_captchas_by_expiry on spent_captchas (expires_at)",
      // Its one row is written only to see whether the database can still write.
      table("write_probes", "name text primary key, written_at bigint not null"),
    ];
  },
};
