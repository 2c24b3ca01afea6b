import type { Migration } from "./migration.ts";

/**
 * Whose exchanges have events. Anyone who has events so far may have asked for them, so that theirs go on; what was not recorded
 * yet of their exchanges is recorded here.
 */
export const followedEvents: Migration = {
  name: "0095-followed-events",
  statements: (dialect) => [
    `alter table users add column follows_events ${dialect === "sqlite" ? "integer" : "bigint"} not null default 0`,
    "update users set follows_events = 1 where id in (select user_id from event_counts)",
    `insert into events (id, user_id, seq, type, subject_id, data, created_at)
     select made.id, made.user_id,
       counted.last_seq + row_number() over (partition by made.user_id order by made.created_at, made.id),
       'exchange.completed', made.id, null, made.created_at
     from transactions as made
     inner join event_counts as counted on counted.user_id = made.user_id
     where made.transaction_type = 'exchange'
       and made.created_at >= (select min(created_at) from events)
       and made.id not in (select subject_id from events where type = 'exchange.completed')`,
    `update event_counts
     set last_seq = (select max(seq) from events where events.user_id = event_counts.user_id)
     where user_id in (select user_id from events)`,
    "delete from seal_readers where name = 'events'",
  ],
};
