import { z } from "zod";
import { id } from "./ids.ts";
import { OPERATOR_EVENT_TYPES } from "./operator-event-types.ts";
import { TEST_EVENT_TYPE } from "./webhook-words.ts";
import { chosenEvents, eventsOf, webhookDelivery, webhookItem, webhookUrl } from "./webhooks.ts";

/** An address of the operator's own program, and what it is sent. */
export const operatorWebhookInput = z.object({ url: webhookUrl, events: chosenEvents(OPERATOR_EVENT_TYPES) });

export const operatorWebhook = webhookItem.extend({ events: eventsOf(OPERATOR_EVENT_TYPES) });
export type OperatorWebhook = z.infer<typeof operatorWebhook>;

export const operatorWebhookId = z.object({ id });

/** A secret of signatures, in the one answer that ever shows it. */
export const webhookSecret = z.object({ id, secret: z.string() });

export const operatorDelivery = webhookDelivery.extend({
  type: z.enum([...OPERATOR_EVENT_TYPES, TEST_EVENT_TYPE]),
});
export type OperatorDelivery = z.infer<typeof operatorDelivery>;
