import type { Migration } from "./migration.ts";

/** What every open desk asks for every few seconds: whose identity waits, and the last day that was closed. */
export const deskIndexes: Migration = {
  name: "0092-desk-indexes",
  statements: () => [
    "create index users_pending on users (id) where status = 'pending'",
    `create index reconciliations_last_day on reconciliations (day desc, created_at desc, id desc)
     where reopened_at is null`,
  ],
};
