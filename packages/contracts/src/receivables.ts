/** Debts of customers: money that a bank, or a chain, took back after they had spent it. */
import { z } from "zod";
import { RECEIVABLE_STATUSES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { wholeNumber } from "./paging.ts";
import { internalNoteField } from "./staff-texts.ts";

export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

export const receivable = z
  .object({
    id,
    status: z.enum(RECEIVABLE_STATUSES),
    customer: z.object({ id, email: z.string(), name: z.string() }),
    amount: amountOutput,
    currency: z.string(),
    /** The line with which the bank took it back; null for coins. */
    bank_line_id: id.nullable(),
    /** The arrival of coins that a reorganisation of the chain undid. */
    arrival_id: id.nullable(),
    opened_at: time,
    settled_at: time.nullable(),
    settled_by: id.nullable(),
  })
  .meta({ id: "Receivable" });
export type Receivable = z.infer<typeof receivable>;

/** Newest first. */
export const receivablesInput = z
  .object({
    status: z.enum(RECEIVABLE_STATUSES, { error: "Choose a status" }).optional(),
    /** A customer's identifier. */
    customer: id.optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});
export const receivables = z.object({ data: z.array(receivable), next: z.string().nullable() });

export const settleReceivableInput = z.object({ id, internal_note: internalNoteField });
