import { createTable, type Migration } from "./migration.ts";

/** What programs sign in with: customers' personal tokens and operators' service tokens. */
export const apiTokens: Migration = {
  name: "0020-api-tokens",
  statements: (dialect) => [
    createTable(
      dialect,
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
       created_at bigint not null,
       expires_at bigint,
       last_used_at bigint,
       last_used_ip text,
       revoked_at bigint`,
    ),
    "create index api_tokens_by_user on api_tokens (user_id, kind, created_at desc)",
    "create index api_tokens_by_kind on api_tokens (kind, created_at desc)",
  ],
};
