/** Inputs and answers of the desk for deposits and withdrawals. */
import { z } from "zod";
import { fiatAmount, searchText } from "./bank-lines.ts";
import { cursor } from "./cursor.ts";
import { id } from "./ids.ts";
import { amountInput, currencyCode } from "./money.ts";
import { countedMeta, paging, wholeNumber } from "./paging.ts";
import { PAYMENT_METHOD_NAMES } from "./payment-methods.ts";
import { isPlainLine } from "./plain-text.ts";
import { day } from "./reports.ts";
import { customerMessageField, internalNoteField } from "./staff-texts.ts";
import { transactionDetail } from "./history.ts";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "./history-rules.ts";

/** A deposit's or withdrawal's reference as people type it: case, spaces and dashes are forgiven. */
const reference = z
  .string({ error: "Reference is a required field" })
  .trim()
  .min(1, "Reference is a required field")
  .max(40, "Reference is not valid.");

/** The bank's reference of a payment. The customer may read it. */
const bankReference = z
  .string({ error: "Bank reference is a required field" })
  .trim()
  .min(1, "Bank reference is a required field")
  .max(100, "Bank reference is not valid.")
  .refine(isPlainLine, "Bank reference is not valid.");

/**
 * Oldest first, as a queue is worked off; `newest_first` turns it round. A walk through all of it goes on with `after`, the `next` of
 * the answer before: it meets each row once, also when rows are added meanwhile.
 */
export const bankTransactionsInput = paging.extend({
  status: z.enum(TRANSACTION_STATUSES, { error: "Choose a status" }).optional(),
  /** A customer's identifier. */
  customer: id.optional(),
  /** The first and the last local day on which they were made. */
  from: day.optional(),
  to: day.optional(),
  /** Exactly this amount, announced or credited. */
  amount: fiatAmount.optional(),
  method: z.enum(PAYMENT_METHOD_NAMES, { error: "Choose a payment method" }).optional(),
  /** Part of a reference, ours or the bank's, or of the customer's name or email address. */
  text: searchText.optional(),
  newest_first: z.boolean().default(false),
  after: cursor.optional(),
});
export type BankTransactionsInput = z.output<typeof bankTransactionsInput>;

/**
 * Withdrawals whose customer is blocked or has withdrawals on hold may not be paid. `status: "requested"` leaves them
 * out; `held_back` lists only them.
 */
export const withdrawalsInput = bankTransactionsInput.extend({ held_back: z.boolean().default(false) });

export const bankTransaction = transactionDetail
  .extend({
    customer: z.object({ id, email: z.string(), first_name: z.string(), last_name: z.string() }),
  })
  .meta({ id: "BankTransaction" });
export type BankTransactionRecord = z.infer<typeof bankTransaction>;
/** In a list the events are left out. */
const bankTransactionSummary = bankTransaction.omit({ events: true }).meta({ id: "BankTransactionSummary" });
export type BankTransactionSummary = z.infer<typeof bankTransactionSummary>;
export const bankTransactionsPage = z.object({
  data: z.array(bankTransactionSummary),
  meta: countedMeta,
  /** Value of `after` to go on; null at the end. */
  next: z.string().nullable(),
});
export type BankTransactionsPage = z.infer<typeof bankTransactionsPage>;
export const withdrawalsPage = bankTransactionsPage.extend({
  /** `warnings`: what to look at before it is paid, in words; none of what is paid or given back. */
  data: z.array(bankTransactionSummary.extend({ warnings: z.array(z.string()) })),
});
export type WithdrawalsPage = z.infer<typeof withdrawalsPage>;

/**
 * Transactions of all customers and of every kind, newest first. A walk goes on with `after`, the `next` of the answer
 * before.
 */
export const transactionsInput = z.object({
  type: z.enum(TRANSACTION_TYPES, { error: "Choose a transaction type" }).optional(),
  status: z.enum(TRANSACTION_STATUSES, { error: "Choose a status" }).optional(),
  /** Given or got. */
  currency: currencyCode.optional(),
  /** Exactly this amount, given or got, in any currency that is not ruled out. */
  amount: amountInput.optional(),
  /** Part of the customer's name or email address. */
  customer: searchText.optional(),
  /** The first and the last local day on which they were made. */
  from: day.optional(),
  to: day.optional(),
  after: cursor.optional(),
  per_page: wholeNumber(1, 100).default(50),
});
export type TransactionsInput = z.output<typeof transactionsInput>;

/** A transaction of any kind as staff see it in lists. */
const listedTransaction = bankTransaction
  .pick({
    id: true,
    transaction_type: true,
    status: true,
    reference: true,
    credit: true,
    credit_currency: true,
    debit: true,
    debit_currency: true,
    created_at: true,
    customer: true,
  })
  .meta({ id: "ListedTransaction" });
export type ListedTransaction = z.infer<typeof listedTransaction>;
export const transactionsPage = z.object({
  data: z.array(listedTransaction),
  /** Value of `after` to go on; null at the end. */
  next: z.string().nullable(),
});
export type TransactionsPage = z.infer<typeof transactionsPage>;

export const referenceInput = z.object({ reference });
/** `amount` is what really came, in the deposit's currency. */
export const confirmDepositInput = z.object({
  reference,
  amount: amountInput,
  bank_reference: bankReference.optional(),
  message: customerMessageField.optional(),
  internal_note: internalNoteField.optional(),
});
export type ConfirmDepositInput = z.output<typeof confirmDepositInput>;
export const returnDepositInput = z.object({
  reference,
  message: customerMessageField,
  internal_note: internalNoteField.optional(),
});
export type ReturnDepositInput = z.output<typeof returnDepositInput>;
export const expireDepositInput = returnDepositInput.partial({ message: true });
/** The customer reads `message` in an email. */
export const writeAboutDepositInput = z.object({ reference, message: customerMessageField });
export const completeWithdrawalInput = z.object({
  reference,
  bank_reference: bankReference,
  internal_note: internalNoteField.optional(),
});
export type CompleteWithdrawalInput = z.output<typeof completeWithdrawalInput>;
export const rejectWithdrawalInput = z.object({
  reference,
  message: customerMessageField,
  internal_note: internalNoteField.optional(),
});
/** The customer reads `message`. */
export const returnWithdrawalInput = rejectWithdrawalInput;
