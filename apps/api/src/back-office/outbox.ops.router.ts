import {
  deliveryKey,
  failedDeliveries,
  failedInput,
  unsentMail,
  failedMails,
  mailId,
  waitingMails,
  waitingMailsInput,
} from "@wattle/contracts/outbox";
import { countedMetaOf } from "./counted-meta.ts";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import {
  readFailedDeliveries,
  readFailedMails,
  readWaitingMails,
  sendDeliveryAgain,
  sendMailAgain,
} from "./outbox.ts";

export const outboxOpsRouter = router({
  mails: staff
    .input(failedInput)
    .output(failedMails)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { data, total } = await readFailedMails(ctx.services, { page, perPage });
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  waitingMails: staff
    .input(waitingMailsInput)
    .output(waitingMails)
    .query(({ ctx, input }) => readWaitingMails(ctx.services, input)),
  sendMail: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(mailId)
      .output(unsentMail)
      .mutation(({ ctx, input }) => sendMailAgain(ctx.services, ctx.user, input.id)),
  ),
  webhooks: staff
    .input(failedInput)
    .output(failedDeliveries)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { data, total } = await readFailedDeliveries(ctx.services, { page, perPage });
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  sendWebhook: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(deliveryKey)
      .output(deliveryKey)
      .mutation(({ ctx, input }) => sendDeliveryAgain(ctx.services, ctx.user, input)),
  ),
});
