import type { Migration } from "./migration.ts";

/** What has lately changed for a customer, found without a look at exchanges, which are completed as they are made. */
export const news: Migration = {
  name: "0032-news",
  statements: () => [
    `create index transactions_changed on transactions (user_id, updated_at desc)
     where transaction_type in ('deposit', 'withdraw')`,
  ],
};
