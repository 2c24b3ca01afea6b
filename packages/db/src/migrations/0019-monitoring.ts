import { createTable, flag, type Migration } from "./migration.ts";

/** Rules over what customers do, what they are to look at, and what they found. */
export const monitoring: Migration = {
  name: "0019-monitoring",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      // A rule without a row is on, with the figures of `contracts`.
      table(
        "monitoring_rules",
        `rule text primary key,
         ${flag("is_on")},
         parameters text not null,
         set_at bigint not null,
         set_by text not null`,
      ),
      // Events that no ledger entry tells: new payees, new devices, identities, and looks that are due later.
      table(
        "monitored_events",
        `user_id text not null references users (id),
         kind text not null check (kind in ('payee', 'device', 'identity', 'look')),
         about text not null,
         created_at bigint not null,
         due_at bigint,
         primary key (user_id, kind, about)`,
      ),
      "create index monitored_events_due on monitored_events (due_at) where due_at is not null",
      "create index monitored_events_done on monitored_events (created_at) where due_at is null",
      table(
        "rule_alerts",
        `id text primary key,
         case_id text not null references cases (id),
         user_id text not null references users (id),
         rule text not null,
         event text not null,
         found_rows text not null,
         happened_at bigint not null,
         created_at bigint not null`,
      ),
      "create unique index rule_alerts_once on rule_alerts (user_id, rule, event)",
      "create index rule_alerts_by_case on rule_alerts (case_id, happened_at)",
      "create index rule_alerts_newest on rule_alerts (created_at)",
      // The travel rule asks who sent coins.
      table(
        "coin_senders",
        `arrival_id text primary key references coin_arrivals (id),
         user_id text not null references users (id),
         sender text not null,
         stated_at bigint not null`,
      ),
      // One of several processes has rules look at what happened.
      "alter table seal_readers add column holder text",
      `alter table seal_readers
         add column leased_until ${dialect === "postgres" ? "bigint" : "integer"} not null default 0`,
    ];
  },
};
