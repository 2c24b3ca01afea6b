import type { Migration } from "./migration.ts";

/**
 * The newest of a customer's events that is kept no more: a program which has seen it can go on from there. So old events can
 * be removed without a look at what comes after each.
 */
export const forgottenEvents: Migration = {
  name: "0086-forgotten-events",
  statements: (dialect) => [
    "alter table event_counts add column forgotten_id text",
    `alter table event_counts add column forgotten_seq ${dialect === "sqlite" ? "integer" : "bigint"}`,
  ],
};
