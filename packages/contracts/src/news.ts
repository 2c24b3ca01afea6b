import { z } from "zod";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "./history-rules.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";

/** How far back an answer reaches beyond `since`: longer than any transaction takes to commit. */
export const NEWS_OVERLAP_MILLISECONDS = 60_000;

export const newsInput = z.object({ since: z.iso.datetime({ error: "Enter a time in ISO 8601" }) });

/** A change of a deposit or withdrawal that the customer did not make. `id` names the change: a reader that has seen it skips it. */
const newsItem = z.object({
  id,
  transaction_id: id,
  transaction_type: z.enum(TRANSACTION_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  debit: amountOutput,
  debit_currency: z.string(),
  reference: z.string(),
  created_at: time,
});
export type NewsItem = z.infer<typeof newsItem>;

/** Oldest first. `now` is what to ask from the next time. */
export const newsAnswer = z.object({ now: time, items: z.array(newsItem) });
export type NewsAnswer = z.infer<typeof newsAnswer>;
