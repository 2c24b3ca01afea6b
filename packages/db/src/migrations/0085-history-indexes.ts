import type { Migration } from "./migration.ts";

/**
 * One index for the newest rows of a customer and for the newest exchanges, which are nearly all of them; rows of other types have
 * one of their own. An exchange pays for one index less (the bench's "exchanges through HTTP").
 */
export const historyIndexes: Migration = {
  name: "0085-history-indexes",
  statements: () => [
    "drop index transactions_newest",
    "drop index transactions_newest_by_type",
    `create index transactions_newest on transactions (user_id, created_at desc, id desc, transaction_type)`,
    `create index transactions_newest_by_type on transactions (user_id, transaction_type, created_at desc, id desc)
     where transaction_type <> 'exchange'`,
  ],
};
