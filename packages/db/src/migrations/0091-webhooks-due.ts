import type { Migration } from "./migration.ts";

/**
 * An endpoint knows when it is sent something next, so that a look for what is due meets endpoints and not their deliveries. Old
 * deliveries are removed by their time.
 */
export const webhooksDue: Migration = {
  name: "0091-webhooks-due",
  statements: (dialect) => [
    `alter table webhook_endpoints add column next_due_at ${dialect === "sqlite" ? "integer" : "bigint"}`,
    `update webhook_endpoints set next_due_at =
       (select min(next_attempt_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id)`,
    "create index webhook_endpoints_due on webhook_endpoints (next_due_at) where next_due_at is not null",
    "drop index webhook_deliveries_due",
  ],
};
