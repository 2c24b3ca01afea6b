import { id } from "@wattle/contracts/ids";
import {
  createdWebhook,
  resendInput,
  webhookDelivery,
  webhookEdit,
  webhookInput,
  webhookItem,
} from "@wattle/contracts/webhooks";
import { listEndpoints } from "@wattle/db/webhook-endpoints";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import {
  addWebhook,
  editWebhook,
  enableWebhook,
  endpointOf,
  readDeliveries,
  removeWebhook,
  renewSecret,
  resendWebhook,
  testWebhook,
  webhookItemOf,
} from "./keep-webhooks.ts";

const one = z.object({ id });

/** Addresses of the customer's programs, which are sent events. */
export const webhooksRouter = router({
  list: verified
    .meta({ token: "webhooks" })
    .output(z.array(webhookItem))
    .query(async ({ ctx }) =>
      (await listEndpoints(ctx.services.database.read, ctx.user.id)).map(webhookItemOf),
    ),
  get: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(one)
    .output(webhookItem)
    .query(async ({ ctx, input }) => webhookItemOf(await endpointOf(ctx.services, ctx.user.id, input.id))),
  create: verified
    .meta({ token: "webhooks" })
    .input(webhookInput)
    .output(createdWebhook)
    .mutation(({ ctx, input }) => addWebhook(ctx, input)),
  edit: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(webhookEdit)
    .output(webhookItem)
    .mutation(({ ctx, input }) => editWebhook(ctx, input)),
  renewSecret: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(one)
    .output(createdWebhook)
    .mutation(({ ctx, input }) => renewSecret(ctx, input.id)),
  remove: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(one)
    .mutation(({ ctx, input }) => removeWebhook(ctx.services, ctx.user.id, input.id)),
  enable: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(one)
    .output(webhookItem)
    .mutation(({ ctx, input }) => enableWebhook(ctx.services, ctx.user.id, input.id)),
  test: verified
    .meta({ token: "webhooks", errors: ["not_found", "state_conflict"] })
    .input(one)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => testWebhook(ctx.services, ctx.user.id, input.id)),
  deliveries: verified
    .meta({ token: "webhooks", errors: ["not_found"] })
    .input(one)
    .output(z.array(webhookDelivery))
    .query(({ ctx, input }) => readDeliveries(ctx.services, ctx.user.id, input.id)),
  resend: verified
    .meta({ token: "webhooks", errors: ["not_found", "state_conflict"] })
    .input(resendInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => resendWebhook(ctx.services, ctx.user.id, input)),
});
