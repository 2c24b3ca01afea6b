import { createTable, type Migration } from "./migration.ts";

/** Plans to buy a coin again and again, and what happened on each of their days. */
export const recurringBuys: Migration = {
  name: "0069-recurring-buys",
  statements: (dialect) => [
    createTable(
      dialect,
      "recurring_buys",
      `id text primary key,
       user_id text not null references users (id),
       credit_currency text not null,
       debit_currency text not null,
       amount bigint not null check (amount > 0),
       max_price text not null,
       frequency text not null check (frequency in ('weekly', 'fortnightly', 'monthly')),
       first_on text not null,
       next_on text not null,
       status text not null check (status in ('active', 'paused', 'cancelled')),
       created_at bigint not null,
       updated_at bigint not null`,
    ),
    "create index recurring_buys_by_user on recurring_buys (user_id)",
    "create index recurring_buys_due on recurring_buys (id) where status = 'active'",
    createTable(
      dialect,
      "recurring_runs",
      `plan_id text not null references recurring_buys (id),
       run_on text not null,
       outcome text not null check (outcome in ('bought', 'skipped', 'missed')),
       reason text,
       detail text,
       transaction_id text references transactions (id),
       created_at bigint not null,
       primary key (plan_id, run_on),
       check ((outcome = 'bought') = (transaction_id is not null)),
       check ((outcome = 'missed') = (reason is not null))`,
    ),
  ],
};
