import {
  failedDeliveries,
  failedInput,
  failedMails,
  waitingMails,
  waitingMailsInput,
} from "@wattle/contracts/outbox";
import { countedMetaOf } from "../counted-meta.ts";
import { router, staff } from "../../procedures.ts";
import {
  readFailedDeliveries,
  readFailedMails,
  readWaitingMails,
  sendDeliveryAgain,
  sendMailAgain,
} from "./outbox.ts";

export const outboxDeskRouter = router({
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
  sendMail: sendMailAgain,
  webhooks: staff
    .input(failedInput)
    .output(failedDeliveries)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { data, total } = await readFailedDeliveries(ctx.services, { page, perPage });
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  sendWebhook: sendDeliveryAgain,
});
