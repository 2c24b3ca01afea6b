import { createTable, flag, type Migration } from "./migration.ts";

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
         funds_asked_at bigint,
         funds_settled_at bigint,
         ${flag("holds")} default 0,
         check (funds_settled_at is null or funds_asked_at is not null)`,
    ),
    "create index customer_risks_review on customer_risks (review_on)",
  ],
};
