import { z } from "zod";
import { userData } from "./accounts.ts";
import { bankAccount } from "./bank-accounts.ts";
import { coinDeposit } from "./coins.ts";
import { ARRIVAL_EVENT_TYPES, EVENT_TYPES, MOST_EVENTS, TRANSACTION_EVENT_TYPES } from "./event-types.ts";
import { transaction } from "./history.ts";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { TEST_EVENT_TYPE } from "./webhook-words.ts";

const eventId = id.describe("Names the event for good, also when it is sent again");
const createdAt = time.describe("When it happened");

/**
 * Something that happened to a customer's account. `data` is the thing as it was then, in the shape in which the API answers it:
 * a transaction, coins that arrive (`GET /api/users/coin-deposits`), the customer's own data (`GET /api/users/me`), or a bank account; of a test, the identifier of the webhook.
 */
export const accountEvent = z
  .discriminatedUnion("type", [
    z.object({
      id: eventId,
      type: z.enum(TRANSACTION_EVENT_TYPES),
      created_at: createdAt,
      data: transaction,
    }),
    z.object({
      id: eventId,
      type: z.enum(ARRIVAL_EVENT_TYPES),
      created_at: createdAt,
      data: coinDeposit,
    }),
    z.object({
      id: eventId,
      type: z.enum(["identity.verified", "identity.rejected"]),
      created_at: createdAt,
      data: userData,
    }),
    z.object({
      id: eventId,
      type: z.literal("bank_account.added"),
      created_at: createdAt,
      data: bankAccount,
    }),
    z.object({
      id: eventId,
      type: z.literal(TEST_EVENT_TYPE),
      created_at: createdAt,
      data: z.object({ webhook: id.describe("The webhook that is tried") }),
    }),
  ])
  .meta({ id: "Event" });
export type AccountEvent = z.infer<typeof accountEvent>;

/** Events are kept for so many days. */
export const EVENT_DAYS = 30;

/** `after` is the last event that the caller has seen; without it the list begins 30 days ago. */
export const eventsInput = z.object({
  after: id.optional(),
  limit: wholeNumber(1, MOST_EVENTS).default(MOST_EVENTS),
});
export type EventsInput = z.output<typeof eventsInput>;

/** A made-up event that a demo is to send. */
export const triggerInput = z.object({
  type: z.enum(EVENT_TYPES, { error: "There is no such event" }).describe("Kind of event"),
});
