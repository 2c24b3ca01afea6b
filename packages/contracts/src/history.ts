import { z } from "zod";
import { coinPayeeCopy } from "./coin-payees.ts";
import {
  LONGEST_SEARCH,
  TRANSACTION_ACTORS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from "./history-rules.ts";
import { id, time } from "./ids.ts";
import { amountOutput, currencyCode } from "./money.ts";
import { pageMeta, paging } from "./paging.ts";
import { isWithin } from "./plain-text.ts";
import { PLACE } from "./portable-patterns.ts";
import { rateText } from "./rates.ts";

/**
 * A history row. `credit` is what the customer gave, `debit` what the customer got. `fee` is the percentage, or the network fee of
 * coins that are sent; `fee_amount` is what it came to, in the credit currency; `converted` is what was left to be converted.
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
    fee: z.string().nullable(),
    fee_amount: amountOutput.nullable(),
    fee_currency: z.string().nullable(),
    converted: amountOutput.nullable(),
    reference: z.string(),
    /** The number that a deposit by bill is paid with, its check digit last. */
    bill_reference: z.string().nullable(),
    payment_method: z.string().nullable(),
    /** The transaction on chain of a crypto deposit or withdrawal. */
    txid: z.string().nullable(),
    bank_account_id: id.nullable(),
    coin_payee_id: id.nullable(),
    note: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof transaction>;

const day = z.union([z.iso.date(), z.iso.datetime()], { error: "Enter a date as YYYY-MM-DD" });

const historyFilter = z.object({
  type: z.enum(TRANSACTION_TYPES, { error: "Choose a transaction type" }).optional(),
  status: z.enum(TRANSACTION_STATUSES, { error: "Choose a status" }).optional(),
  from: day.optional(),
  to: day.optional(),
  currency: currencyCode.optional(),
  updated_since: z.iso.datetime({ error: "Enter a time like 2026-01-31T09:30:00Z" }).optional(),
  search: z
    .string()
    .refine((text) => isWithin(text, LONGEST_SEARCH), "Search for fewer characters")
    .meta({ maxLength: LONGEST_SEARCH })
    .optional(),
});

const position = z.string().max(120).meta({ pattern: PLACE });

/**
 * `from` and `to` are days or times in UTC, both included. `search` is a reference or the beginning of one (at least four
 * characters; case, spaces and dashes do not matter), or an amount given or got; it finds the newest 200 rows at most.
 * `currency` is the one given or got; `updated_since` is when a row was last changed, that moment included. `after` is an earlier
 * answer's `next`: the rows after it, whatever was added meanwhile. It takes no `page` and no `search`.
 */
export const historyInput = paging.extend(historyFilter.shape).extend({ after: position.optional() });
export type HistoryInput = z.output<typeof historyInput>;
export const historyPage = z.object({
  data: z.array(transaction),
  meta: pageMeta,
  /** Value of `after` to go on; null at the end and for a search. */
  next: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof historyPage>;

/** A walk through the whole history, a piece at a time; `after` is the last piece's `next`. A search is one piece. */
export const historyWalkInput = historyFilter.extend({ after: position.optional() });
export type HistoryWalkInput = z.output<typeof historyWalkInput>;
export const historyWalk = z.object({ data: z.array(transaction), next: z.string().nullable() });
export type HistoryWalk = z.infer<typeof historyWalk>;

/** The bank account of a withdrawal as it was when it was requested. */
export const bankAccountCopy = z.object({
  currency: z.string(),
  country: z.string(),
  account_name: z.string(),
  bank_name: z.string(),
  bsb: z.string().nullable(),
  bank_code: z.string().nullable(),
  account_number: z.string(),
});
export type BankAccountCopy = z.infer<typeof bankAccountCopy>;

/** One change of a transaction's status. */
const transactionEvent = z.object({
  from_status: z.enum(TRANSACTION_STATUSES).nullable(),
  to_status: z.enum(TRANSACTION_STATUSES),
  /** Actor of the change, as far as the customer is concerned. */
  actor: z.enum(TRANSACTION_ACTORS),
  reason: z.string().nullable(),
  created_at: time,
});
export type TransactionEvent = z.infer<typeof transactionEvent>;

/** A transaction with everything the customer may know of it. */
export const transactionDetail = transaction
  .extend({
    /** Announced amount of a deposit, if another one came. */
    announced: amountOutput.nullable(),
    /** When a deposit that is not paid expires. */
    expires_at: time.nullable(),
    /** A withdrawal that is in a payout run: it can no longer be cancelled. */
    being_paid: z.boolean(),
    /** The bank's reference of the payment or the payout. */
    bank_reference: z.string().nullable(),
    bank_account: bankAccountCopy.nullable(),
    coin_payee: coinPayeeCopy.nullable(),
    /** Oldest first. */
    events: z.array(transactionEvent),
  })
  .meta({ id: "TransactionDetail" });
export type TransactionDetail = z.infer<typeof transactionDetail>;
