import type { Migration } from "./migration.ts";

/** The newest adjustments of all customers; the other kinds have indexes of their own, and write nothing into this one. */
export const adjusted: Migration = {
  name: "0105-adjusted",
  statements: () => [
    `create index transactions_adjusted on transactions (created_at, id) where transaction_type = 'adjustment'`,
  ],
};
