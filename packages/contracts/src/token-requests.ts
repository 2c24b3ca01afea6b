import { z } from "zod";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { PLACE } from "./portable-patterns.ts";

/** A request that a program made with an API token: nothing of its query, its body or its answer. */
const tokenRequest = z
  .object({
    id,
    created_at: time.describe("When it came"),
    method: z.string().describe("Its method, such as `GET`"),
    path: z.string().describe("Its path, without the query"),
    status: z
      .int()
      .nonnegative()
      .describe("Status of the answer; 499 if the program left before it was there"),
    idempotency_key: z
      .string()
      .nullable()
      .describe("Its `Idempotency-Key`; only the beginning of one that is long or looks like a secret"),
    duration_ms: z.int().nonnegative().describe("Time until it was answered, in milliseconds"),
  })
  .meta({ id: "TokenRequest" });
export type TokenRequest = z.infer<typeof tokenRequest>;

/** The token whose requests are read, by its identifier; a program reads those of its own token and names none. */
export const tokenRequestsInput = z.object({
  token: id.optional().describe("Identifier of the token; left out, it is the one of this call"),
  after: cursor.meta({ pattern: PLACE, description: "`next` of the answer before" }).optional(),
  limit: wholeNumber(1, 100).default(50).describe("Most rows of an answer"),
});
export type TokenRequestsInput = z.output<typeof tokenRequestsInput>;

export const tokenRequests = z
  .object({
    data: z.array(tokenRequest),
    next: z.string().nullable().describe("Value of `after` to go on; null at the end"),
  })
  .meta({ id: "TokenRequests" });
export type TokenRequests = z.infer<typeof tokenRequests>;
