import type { Migration } from "./migration.ts";

/** For whom staff have moved money alone: a day's sum counts for each customer, too. */
export const movedForCustomer: Migration = {
  name: "0134-moved-for-customer",
  statements: () => [
    "alter table staff_credits add column customer_id text",
    "create index staff_credits_by_customer on staff_credits (customer_id, credited_at)",
  ],
};
