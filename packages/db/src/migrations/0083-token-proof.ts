import type { Migration } from "./migration.ts";

/**
 * Whether who made a token had proved a second factor; of tokens from before, whether that person had one then. And when an owner has
 * thrown everyone out of the account.
 */
export const tokenProof: Migration = {
  name: "0083-token-proof",
  statements: (dialect) => [
    `alter table api_tokens add column two_factor ${dialect === "sqlite" ? "integer" : "bigint"} not null default 0`,
    `alter table users add column doors_closed_at ${dialect === "sqlite" ? "integer" : "bigint"}`,
    `update api_tokens set two_factor = 1
     where exists (select 1 from second_factors f
                   where f.user_id = api_tokens.user_id and f.confirmed_at <= api_tokens.created_at)
        or exists (select 1 from passkeys p
                   where p.user_id = api_tokens.user_id and p.created_at <= api_tokens.created_at)`,
  ],
};
