import {
  failedDeliveries,
  failedInput,
  failedMails,
  waitingMails,
  waitingMailsInput,
} from "@wattle/contracts/outbox";
import { countedMetaOf } from "../counted-meta.ts";
import { anyStaff, router } from "../../procedures.ts";
import {
  readFailedDeliveries,
  readFailedMails,
  readWaitingMails,
  sendDeliveryAgain,
  sendMailAgain,
} from "./outbox.ts";

export const outboxDeskRouter = router({
  mails: anyStaff
    .input(failedInput)
    .output(failedMails)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { data, total } = await readFailedMails(ctx.services, ctx.user, { page, perPage });
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  waitingMails: anyStaff
    .input(waitingMailsInput)
    .output(waitingMails)
    .query(({ ctx, input }) => readWaitingMails(ctx.services, ctx.user, input)),
  sendMail: sendMailAgain,
  webhooks: anyStaff
    .input(failedInput)
    .output(failedDeliveries)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { data, total } = await readFailedDeliveries(ctx.services, { page, perPage });
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  sendWebhook: sendDeliveryAgain,
});
