import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** Messages that could not be sent. */
export const OUTBOX_COMMANDS: readonly Command[] = [
  calling("outbox mails", "ops.outbox.mails", {
    about: "mails whose last try failed, newest first",
    empty: "no failed mails",
    row: ({ may_resend, ...mail }) => ({ ...mail, can_be_sent_again: may_resend ? "yes" : "no" }),
  }),
  calling("outbox send-mail", "ops.outbox.sendMail", {
    about: "send a mail that was given up again",
    words: ["mail"],
    names: { id: "mail" },
    print: ({ id, recipient, subject }) => ({ id, recipient, subject }),
  }),
  calling("outbox webhooks", "ops.outbox.webhooks", {
    about: "events that customers' programs have not taken, newest first",
    empty: "no failed events",
    row: ({ customer, disabled_because, ...event }) => ({
      ...event,
      customer: customer.email,
      off: disabled_because ?? "",
    }),
  }),
  calling("outbox send-webhook", "ops.outbox.sendWebhook", {
    about: "send an event to a customer's program again",
    words: ["webhook", "delivery"],
  }),
];
