/** Failed mails, and failed events on their way to customers' programs, as staff see them. Nothing of what they say. */
import { z } from "zod";
import { cursor } from "./cursor.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { id, time } from "./ids.ts";
import { countedMeta, paging, wholeNumber } from "./paging.ts";
import { TEST_EVENT_TYPE } from "./webhook-words.ts";

export const failedInput = paging.prefault({});

/** A mail that has not left: it waits for a try, or was given up. */
export const unsentMail = z
  .object({
    id,
    recipient: z.string(),
    subject: z.string(),
    created_at: time,
    attempts: z.int(),
    /** A word for what went wrong, with the mail server's number where it gave one: `EENVELOPE 550`; empty before the first try failed. */
    error: z.string(),
    /** When it is tried by itself; null once it is given up. */
    next_attempt_at: time.nullable(),
    /** When it was given up. */
    failed_at: time.nullable(),
    /** Whether it can be sent again: it is given up, and its text is still kept. */
    may_resend: z.boolean(),
  })
  .meta({ id: "UnsentMail" });
export type UnsentMail = z.infer<typeof unsentMail>;
export const failedMails = z.object({ data: z.array(unsentMail), meta: countedMeta });

/** Mails that wait, in the order in which they are tried; `after` goes on from the `next` of an answer. */
export const waitingMailsInput = z
  .object({ after: cursor.optional(), limit: wholeNumber(1, 200).default(50) })
  .prefault({});
export const waitingMails = z.object({ data: z.array(unsentMail), next: z.string().nullable() });

export const mailId = z.object({ id });

/** An event that a customer's program has not taken. */
const failedDelivery = z
  .object({
    /** The endpoint it goes to. */
    webhook: id,
    /** The event. */
    delivery: id,
    /** Destination: only host and port, since the rest of an address may be secret. */
    host: z.string(),
    type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
    customer: z.object({ id, email: z.string() }),
    created_at: time,
    attempts: z.int(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    /** When it is tried again by itself; null once it is given up. */
    next_attempt_at: time.nullable(),
    /** Why the endpoint is off, which only its owner turns on again; null while it is on. */
    disabled_because: z.enum(["gone", "failing"]).nullable(),
  })
  .meta({ id: "FailedDelivery" });
export type FailedDelivery = z.infer<typeof failedDelivery>;
export const failedDeliveries = z.object({ data: z.array(failedDelivery), meta: countedMeta });

export const deliveryKey = z.object({ webhook: id, delivery: id });
