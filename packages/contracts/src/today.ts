import { z } from "zod";
import { time } from "./ids.ts";

/** What waits for staff: identities to check, open deposits, requested withdrawals, enquiries, and what is paused. */
export const QUEUES = ["identities", "deposits", "withdrawals", "enquiries", "switches"] as const;
export type Queue = (typeof QUEUES)[number];

export const queueState = z.object({
  queue: z.enum(QUEUES),
  count: z.int(),
  /** Since when the oldest waits; null where none does. */
  oldest_at: time.nullable(),
});
export type QueueState = z.infer<typeof queueState>;

/** The queues of the caller's roles. */
export const today = z.object({ queues: z.array(queueState) }).meta({ id: "Today" });
export type Today = z.infer<typeof today>;
