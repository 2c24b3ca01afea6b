import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { pageMeta, paging } from "./paging.ts";
import { percentText, rateText } from "./rates.ts";

export const TRANSACTION_TYPES = ["exchange", "deposit", "withdraw", "adjustment"] as const;
export const TRANSACTION_STATUSES = [
  "completed",
  "awaiting_payment",
  "requested",
  "cancelled",
  "expired",
  "rejected",
  "returned",
] as const;

/**
 * A history row. `credit` is what the customer gave, `debit` what the customer got. `fee` is the percentage,
 * `fee_amount` what it came to, in the credit currency; `converted` is what was left to be converted.
 */
export const transaction = z
  .object({
    id,
    transaction_type: z.enum(TRANSACTION_TYPES),
    status: z.enum(TRANSACTION_STATUSES),
    credit: amountOutput,
    credit_currency: z.string(),
    debit: amountOutput,
    debit_currency: z.string(),
    rate: rateText.nullable(),
    fee: percentText.nullable(),
    fee_amount: amountOutput.nullable(),
    fee_currency: z.string().nullable(),
    converted: amountOutput.nullable(),
    reference: z.string(),
    payment_method: z.string().nullable(),
    bank_account_id: id.nullable(),
    note: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof transaction>;

const day = z.iso
  .date({ error: "Enter a date as YYYY-MM-DD" })
  .or(z.iso.datetime({ error: "Enter a date as YYYY-MM-DD" }));

/** `from` and `to` are days or times in UTC, both included. */
export const historyInput = paging.extend({
  type: z.enum(TRANSACTION_TYPES, { error: "Choose a transaction type" }).optional(),
  from: day.optional(),
  to: day.optional(),
});
export const historyPage = z.object({ data: z.array(transaction), meta: pageMeta });
export type HistoryPage = z.infer<typeof historyPage>;
