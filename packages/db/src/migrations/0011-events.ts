import { createTable, type Migration } from "./migration.ts";

/** The operator's events on their way to its endpoints. A row is there for a moment: a sender takes it. */
const operatorEvents = (table: (name: string, body: string) => string): string[] => [
  table(
    "operator_events",
    `id text primary key,
     type text not null,
     data text not null,
     deposit text,
     created_at bigint not null`,
  ),
  "create index operator_events_by_time on operator_events (created_at, id)",
];

/** Events of customers' accounts, numbered for each customer in the order in which they were committed, and webhooks. */
export const events: Migration = {
  name: "0011-events",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      // `forgotten_*` is the newest event that is kept no more: a program that has seen it can go on from there.
      table(
        "event_counts",
        `user_id text primary key references users (id),
         last_seq bigint not null,
         forgotten_id text,
         forgotten_seq bigint`,
      ),
      table(
        "events",
        `id text primary key,
         user_id text not null references users (id),
         seq bigint not null,
         type text not null,
         subject_id text not null,
         data text,
         created_at bigint not null`,
      ),
      "create unique index events_by_user on events (user_id, seq)",
      "create index events_by_time on events (created_at)",
      // An endpoint without a user is the operator's.
      // `next_due_at` is when the endpoint is sent something next, so that a look for what is due reads no deliveries.
      table(
        "webhook_endpoints",
        `id text primary key,
         user_id text references users (id),
         url text not null,
         events text not null,
         secret text not null,
         former_secret text,
         former_until bigint,
         created_at bigint not null,
         changed_at bigint not null,
         failures bigint not null,
         leased_until bigint not null,
         next_due_at bigint,
         disabled_at bigint,
         disabled_because text check (disabled_because in ('gone', 'failing'))`,
      ),
      "create index webhook_endpoints_by_user on webhook_endpoints (user_id)",
      "create index webhook_endpoints_due on webhook_endpoints (next_due_at) where next_due_at is not null",
      table(
        "webhook_deliveries",
        `endpoint_id text not null references webhook_endpoints (id),
         event_id text not null,
         position bigint not null,
         body text,
         created_at bigint not null,
         attempts bigint not null,
         next_attempt_at bigint,
         delivered_at bigint,
         last_status bigint,
         last_error text,
         primary key (endpoint_id, event_id)`,
      ),
      "create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, position)",
      `create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, position) where next_attempt_at is not null`,
      `create index webhook_deliveries_failed on webhook_deliveries (created_at desc, event_id desc, endpoint_id desc)
       where delivered_at is null and (attempts > 0 or next_attempt_at is null)`,
      "create index webhook_deliveries_by_time on webhook_deliveries (created_at)",
      ...operatorEvents(table),
    ];
  },
};
