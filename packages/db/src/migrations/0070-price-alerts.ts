import { createTable, type Migration } from "./migration.ts";

/** Prices that customers want an email about, which optional emails they want none of, and where an email's kind is ended. */
export const priceAlerts: Migration = {
  name: "0070-price-alerts",
  statements: (dialect) => [
    createTable(
      dialect,
      "price_alerts",
      `id text primary key,
       user_id text not null references users (id),
       symbol text not null,
       currency text not null,
       direction text not null check (direction in ('above', 'below')),
       price text not null,
       created_at bigint not null,
       reached_at bigint,
       reached_price text,
       check ((reached_at is null) = (reached_price is null))`,
    ),
    "create index price_alerts_by_user on price_alerts (user_id)",
    "create index price_alerts_waiting on price_alerts (id) where reached_at is null",
    "alter table users add column emails_off text not null default '[]'",
    "alter table outbox add column unsubscribe_url text",
  ],
};
