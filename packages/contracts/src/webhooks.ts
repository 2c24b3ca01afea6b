import { z } from "zod";
import { EVENT_TYPES } from "./event-types.ts";
import { id, time } from "./ids.ts";
import { isPlainLine } from "./plain-text.ts";
import { WEB_ADDRESS } from "./portable-patterns.ts";
import { TEST_EVENT_TYPE, WEBHOOK_LIMITS } from "./webhook-words.ts";

const URL_TEXT = "Address that events are sent to";
const EVENTS_TEXT = "Which events are sent; `*` for all, also kinds that come later";
const ADDRESS_TEXT = "Use an address like https://example.com";

/** A web address to which a program can be sent something: nothing secret in it. */
export const webhookUrl = z
  .string(ADDRESS_TEXT)
  .max(WEBHOOK_LIMITS.url, `Use at most ${WEBHOOK_LIMITS.url} characters`)
  // A parser of addresses leaves out line breaks, so that they are looked for first.
  .refine((text) => isPlainLine(text) && /^https?:\/\/\S+$/i.test(text), ADDRESS_TEXT)
  .refine(
    (text) => URL.canParse(text) && new URL(text).username === "" && new URL(text).password === "",
    ADDRESS_TEXT,
  )
  .meta({
    type: "string",
    format: "uri",
    pattern: WEB_ADDRESS,
    description: URL_TEXT,
    examples: ["https://shop.example/webhooks"],
  });

const CHOOSE_EVENTS = "Choose at least one event";

/** Kinds of events, of those that there are. */
export const eventsOf = <const Type extends string>(types: readonly Type[]) =>
  z.array(z.enum(["*", ...types], { error: "There is no such event" }), { error: CHOOSE_EVENTS });

/** The same as someone chooses them: at least one, each once. */
export const chosenEvents = <const Type extends string>(types: readonly Type[]) =>
  eventsOf(types)
    .min(1, CHOOSE_EVENTS)
    .max(50, CHOOSE_EVENTS)
    .transform((events): (Type | "*")[] =>
      events.some((event) => event === "*") ? ["*"] : [...new Set(events)],
    )
    .describe(EVENTS_TEXT);

/** An address that is sent events: those listed, or all (`*`), also kinds that come later. */
export const webhookInput = z.object({
  url: webhookUrl,
  events: chosenEvents(EVENT_TYPES),
});
export type WebhookInput = z.output<typeof webhookInput>;

/** Address and events that an endpoint is to have. */
export const webhookEdit = webhookInput.extend({ id });
export type WebhookEdit = z.output<typeof webhookEdit>;

export const webhookItem = z
  .object({
    id,
    url: z.string().describe(URL_TEXT),
    events: eventsOf(EVENT_TYPES).describe(EVENTS_TEXT),
    created_at: time.describe("When it was added"),
    disabled_at: time.nullable().describe("Since when nothing is sent any more; null while it is"),
    disabled_because: z
      .enum(["gone", "failing"])
      .nullable()
      .describe("`gone`: it answered 410. `failing`: every try to send it an event failed"),
  })
  .meta({ id: "Webhook" });
export type WebhookItem = z.infer<typeof webhookItem>;

export const createdWebhook = webhookItem
  .extend({ secret: z.string().meta({ description: "Secret of the signatures, shown only this once" }) })
  .meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** An event on its way to an endpoint, or how that went. */
export const webhookDelivery = z
  .object({
    id: id.describe("The event's own, which is the header `webhook-id`"),
    type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]).describe("Kind of event"),
    created_at: time.describe("When it happened"),
    state: z.enum(["pending", "delivered", "failed"]).describe("`pending` until it is taken or given up"),
    attempts: z.int().nonnegative().describe("How often it was tried"),
    next_attempt_at: time.nullable().describe("When it is tried next; null if it is not"),
    delivered_at: time.nullable().describe("When it was taken; null if it is not yet"),
    last_status: z
      .int()
      .nonnegative()
      .nullable()
      .describe("The status that was answered last; null if nothing came"),
    last_error: z.string().nullable().describe("Last failure, if nothing was answered"),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const resendInput = z.object({ id, delivery: id.describe("The event's own, as `webhook-id` has it") });
