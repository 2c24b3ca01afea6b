import { z } from "zod";
import { time } from "./ids.ts";

/** Hours from turning the sending of coins on until it is possible. */
export const SENDING_HOURS = 48;

export const setSendingInput = z.object({ on: z.boolean("Choose true or false") });

/** Whether coins may leave the account. */
export const coinSending = z
  .object({
    state: z.enum(["off", "waiting", "on"]),
    /** Since when, or from when on, it is possible; null while it is off. */
    on_at: time.nullable(),
  })
  .meta({ id: "CoinSending" });
export type CoinSending = z.infer<typeof coinSending>;
