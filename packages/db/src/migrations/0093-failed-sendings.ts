import type { Migration } from "./migration.ts";

/** What could not be sent, newest first, as the desk asks for it: mails, and events on their way to customers' programs. */
export const failedSendings: Migration = {
  name: "0093-failed-sendings",
  statements: () => [
    `create index outbox_failed on outbox (created_at desc, id desc)
     where sent_at is null and last_error is not null`,
    `create index webhook_deliveries_failed on webhook_deliveries (created_at desc, event_id desc, endpoint_id desc)
     where delivered_at is null and (attempts > 0 or next_attempt_at is null)`,
  ],
};
