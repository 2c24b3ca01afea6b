import type { Migration } from "./migration.ts";

/** Why an account is blocked is for staff alone, so it no longer shares a column with what the customer reads. */
export const blockReason: Migration = {
  name: "0043-block-reason",
  statements: () => [
    "alter table users add column block_reason text",
    "update users set block_reason = status_reason, status_reason = null where status = 'blocked'",
  ],
};
