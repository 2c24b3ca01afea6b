import { PAGE_OPTIONS, pageOf, type Command } from "./command.ts";

/** Messages that could not be sent. */
export const OUTBOX_COMMANDS: readonly Command[] = [
  {
    name: "outbox mails",
    takes: "",
    about: "mails whose last try failed, newest first",
    options: PAGE_OPTIONS,
    async run(context) {
      const { data } = await context.ops.outbox.mails(pageOf(context));
      context.table(
        data.map(({ may_resend, ...mail }) => ({ ...mail, can_be_sent_again: may_resend ? "yes" : "no" })),
        "no failed mails",
      );
    },
  },
  {
    name: "outbox send-mail",
    takes: "<mail>",
    about: "send a mail that was given up again",
    async run(context) {
      const { id, recipient, subject } = await context.ops.outbox.sendMail({ id: context.word(0) });
      context.record({ id, recipient, subject });
    },
  },
  {
    name: "outbox webhooks",
    takes: "",
    about: "events that customers' programs have not taken, newest first",
    options: PAGE_OPTIONS,
    async run(context) {
      const { data } = await context.ops.outbox.webhooks(pageOf(context));
      context.table(
        data.map(({ customer, disabled_because, ...event }) => ({
          ...event,
          customer: customer.email,
          off: disabled_because ?? "",
        })),
        "no failed events",
      );
    },
  },
  {
    name: "outbox send-webhook",
    takes: "<webhook> <delivery>",
    about: "send an event to a customer's program again",
    async run(context) {
      context.record({
        ...(await context.ops.outbox.sendWebhook({ webhook: context.word(0), delivery: context.word(1) })),
      });
    },
  },
];
