import { createTable, type Migration } from "./migration.ts";

/** Where customers are sent events, and which of them were or are to be. */
export const webhooks: Migration = {
  name: "0089-webhooks",
  statements: (dialect) => [
    createTable(
      dialect,
      "webhook_endpoints",
      `id text primary key,
       user_id text not null references users (id),
       url text not null,
       events text not null,
       secret text not null,
       created_at bigint not null,
       failures bigint not null,
       leased_until bigint not null,
       disabled_at bigint,
       disabled_because text check (disabled_because in ('gone', 'failing'))`,
    ),
    "create index webhook_endpoints_by_user on webhook_endpoints (user_id)",
    createTable(
      dialect,
      "webhook_deliveries",
      `endpoint_id text not null references webhook_endpoints (id),
       event_id text not null,
       position bigint not null,
       test_body text,
       created_at bigint not null,
       attempts bigint not null,
       next_attempt_at bigint,
       delivered_at bigint,
       last_status bigint,
       last_error text,
       primary key (endpoint_id, event_id)`,
    ),
    "create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, position)",
    `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null`,
    `create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, position) where next_attempt_at is not null`,
    "create index webhook_deliveries_by_time on webhook_deliveries (created_at)",
  ],
};
