import { z } from "zod";
import { time } from "./ids.ts";
import { currencyCode } from "./money.ts";
import { rateText } from "./rates.ts";

/** How a price source is doing: `unasked` until this process has asked it, `resting` for a while after it failed. */
const SOURCE_STATES = ["answering", "failing", "resting", "unasked"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

export const ratesStatus = z.object({
  /** In the order in which they are asked. */
  sources: z.array(
    z.object({
      name: z.string(),
      state: z.enum(SOURCE_STATES),
      last_answer_at: time.nullable(),
      /** Seconds since the last answer. */
      age: z.int().nullable(),
      last_error: z.object({ at: time, kind: z.string(), message: z.string() }).nullable(),
      resting_until: time.nullable(),
    }),
  ),
  /** Pairs that the system has paused because it doubts their price. */
  paused: z.array(z.object({ pair: z.string(), reason: z.string().nullable(), since: time })),
});
export type RatesStatus = z.infer<typeof ratesStatus>;

export const lastHourInput = z.object({ symbol: currencyCode, in: currencyCode });
export type LastHourInput = z.output<typeof lastHourInput>;

/** Rates of a coin in a currency, minute by minute, oldest first; the rate is null if no source gave a price. */
export const lastHour = z.object({
  symbol: z.string(),
  in: z.string(),
  points: z.array(z.object({ at: time, rate: rateText.nullable() })),
});
export type LastHour = z.infer<typeof lastHour>;
