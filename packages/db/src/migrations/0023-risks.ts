import { createTable, type Migration } from "./migration.ts";

/** Each customer's rating as it counts, when it is to be looked at again, and whether the source of funds was asked for. */
export const risks: Migration = {
  name: "0023-risks",
  statements: (dialect) => [
    createTable(
      dialect,
      "customer_risks",
      `user_id text primary key references users (id),
         rating text not null check (rating in ('low', 'medium', 'high')),
         review_on text not null,
         funds_asked_at bigint`,
    ),
    `alter table customer_ratings add column table_rating text not null default 'low'
       check (table_rating in ('low', 'medium', 'high'))`,
  ],
};
