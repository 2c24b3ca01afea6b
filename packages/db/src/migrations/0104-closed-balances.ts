import type { Migration } from "./migration.ts";

/** Whose balances are looked at for money that came after all. */
export const closedBalances: Migration = {
  name: "0104-closed-balances",
  statements: () => [
    "create index account_closures_kept on account_closures (closed_at, user_id) where erased_at is null",
  ],
};
