/** Words for the screen of webhooks, free of zod. */

/** Why an endpoint is off: it answered 410, or none of many tries. */
export type WebhookEnd = "gone" | "failing";
export type DeliveryState = "pending" | "delivered" | "failed";

export const WEBHOOK_LIMITS = { url: 500, endpoints: 10, shown: 100 } as const;

/** Type of the event that tries an endpoint. */
export const TEST_EVENT_TYPE = "webhook.test";
