import { operatorDelivery, operatorWebhook, operatorWebhookId } from "@wattle/contracts/operator-webhooks";
import { resendInput } from "@wattle/contracts/webhooks";
import { z } from "zod";
import { router, staff } from "../../procedures.ts";
import { readDeliveries, resendWebhook, testWebhook } from "../../webhooks/keep-webhooks.ts";
import { alone, byHand, reviewed } from "../approvals/reviewed-act.ts";
import {
  addOperatorWebhook,
  listOperatorWebhooks,
  pauseOperatorWebhook,
  removeOperatorWebhook,
  renewSecret,
  resumeOperatorWebhook,
} from "./operator-webhooks.ts";

const admin = staff("admin");

/** Addresses of the operator's own programs, and what they were sent. */
export const operatorWebhooksDeskRouter = router({
  list: admin
    .output(z.array(operatorWebhook))
    .query(({ ctx }) => listOperatorWebhooks(ctx.services.database.read)),
  deliveries: admin
    .meta({ errors: ["not_found"] })
    .input(operatorWebhookId)
    .output(z.array(operatorDelivery))
    .query(({ ctx, input }) => readDeliveries(ctx.services, null, input.id)),
  add: reviewed(addOperatorWebhook),
  renewSecret: alone(renewSecret),
  pause: alone(pauseOperatorWebhook),
  resume: alone(resumeOperatorWebhook),
  remove: alone(removeOperatorWebhook),
  test: byHand(
    admin
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(operatorWebhookId)
      .output(operatorDelivery)
      .mutation(({ ctx, input }) => testWebhook(ctx.services, null, input.id)),
  ),
  resend: byHand(
    admin
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(resendInput)
      .output(operatorDelivery)
      .mutation(({ ctx, input }) => resendWebhook(ctx.services, null, input)),
  ),
});
