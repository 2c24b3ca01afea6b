import type { OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { calling } from "./calling.ts";
import { type Command } from "./command.ts";

const webhookCells = ({ id, url, events, disabled_at, disabled_because }: OperatorWebhook) => ({
  id,
  url,
  events: events.join(" "),
  state: disabled_at === null ? "on" : (disabled_because ?? "paused"),
});

/** Addresses of the operator's own programs. */
export const OPERATOR_WEBHOOK_COMMANDS: readonly Command[] = [
  calling("webhooks list", "ops.webhooks.list", {
    about: "where the firm's own events are sent",
    row: webhookCells,
    empty: "no webhooks",
  }),
  calling("webhooks add", "ops.webhooks.add", {
    about:
      "send the firm's events to an address, for example: webhooks add https://ops.example/hook approval.waiting; '*' (quoted) for all events",
    words: ["url", "events"],
    print: webhookCells,
  }),
  calling("webhooks secret", "ops.webhooks.renewSecret", {
    about: "make a secret for its signatures, which is shown only now",
    words: ["id"],
  }),
  calling("webhooks pause", "ops.webhooks.pause", {
    about: "send nothing more to an address; what waits is dropped",
    words: ["id"],
    print: webhookCells,
  }),
  calling("webhooks resume", "ops.webhooks.resume", {
    about: "send to an address again",
    words: ["id"],
    print: webhookCells,
  }),
  calling("webhooks remove", "ops.webhooks.remove", {
    about: "remove an address and what was sent to it",
    words: ["id"],
  }),
  calling("webhooks test", "ops.webhooks.test", { about: "send an address a test", words: ["id"] }),
  calling("webhooks deliveries", "ops.webhooks.deliveries", {
    about: "the newest 100 events that were sent to an address, and how that went",
    words: ["id"],
    empty: "nothing was sent",
  }),
  calling("webhooks resend", "ops.webhooks.resend", {
    about: "send an event to an address again",
    words: ["id", "delivery"],
  }),
];
