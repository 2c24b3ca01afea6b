/** The lines of a deposit account's statements: what the bank says came in and went out. */
import { z } from "zod";
import { BANK_LINE_STATUSES, STATEMENT_HEAD } from "./choices.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine } from "./plain-text.ts";
import { customerMessageField, internalNote, internalNoteField } from "./staff-texts.ts";

export type BankLineStatus = (typeof BANK_LINE_STATUSES)[number];

/** How a statement is written; `auto` is found out by its content. */
export const STATEMENT_FORMATS = ["camt053", "mt940", "ofx", "csv"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const LONGEST_COLUMN = 60;
const columnName = z
  .string("Name a column")
  .trim()
  .min(1, "Name a column")
  .max(LONGEST_COLUMN, "Name a column")
  .refine(isPlainLine, "Name a column");

/** Which of day and month comes first in a date as `03/04/2026`; a year in front is always recognised. */
export const DATE_ORDERS = ["day_first", "month_first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * Which columns of a CSV file have what, by their names, which are on any of its first lines; or by their places (`#1` is the first) if
 * none has them. It's kept for the deposit account, and used if a file is none that we know. The order of dates counts for all files.
 */
const statementColumns = z
  .object({
    date: columnName,
    /** `day_first` unless said. */
    date_order: z.enum(DATE_ORDERS, "Choose what comes first").optional(),
    /** Incoming amount, or with a minus an outgoing one; or the next two. */
    amount: columnName.optional(),
    debit: columnName.optional(),
    credit: columnName.optional(),
    text: columnName,
    payer: columnName.optional(),
    balance: columnName.optional(),
    /** Whether an amount without a minus came in or went out: `CR`, `Debit`. It counts for files that we know as well, as the next two do. */
    direction: columnName.optional(),
    /** Whether a payment is final; others are refused. */
    state: columnName.optional(),
    /** The amount's currency; another than the account's is refused. */
    currency: columnName.optional(),
  })
  .refine(
    ({ amount, debit, credit }) => (amount === undefined) === (debit !== undefined && credit !== undefined),
    { path: ["amount"], message: "Name an amount, or debit and credit" },
  );
export type StatementColumns = z.output<typeof statementColumns>;

/** Null removes them. */
export const setStatementColumnsInput = z.object({
  deposit_account_id: id,
  columns: statementColumns.nullable(),
});
export const statementColumnsInput = z.object({ deposit_account_id: id });
export const keptStatementColumns = z.object({ columns: statementColumns.nullable() });

export const readHeadInput = z.object({
  deposit_account_id: id,
  /** Whole lines of the file's beginning. */
  content: z
    .string("Statement is a required field")
    .min(1, "Statement is a required field")
    .max(STATEMENT_HEAD, "Only the beginning of the file, please"),
  /** Tried for this answer; those of the deposit account unless said. */
  columns: statementColumns.optional(),
});
export type ReadHeadInput = z.output<typeof readHeadInput>;

const refusedLine = z.object({ line: z.int(), reason: z.string() });

/** How the beginning of a file would be read. Nothing is imported. */
export const statementHead = z.object({
  /** The first rows of a CSV file, with the lines they are on; none of another format. */
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  /** Whether someone has to say which column has what. */
  needs_columns: z.boolean(),
  /** Columns kept for the deposit account; null if there are none, or if the file is not one that they are for. */
  columns: statementColumns.nullable(),
  lines: z.array(
    z.object({
      line: z.int(),
      booked_on: z.string(),
      amount: amountOutput,
      text: z.string(),
      payer: z.string().nullable(),
    }),
  ),
  refused: z.array(refusedLine),
});
export type StatementHead = z.infer<typeof statementHead>;

export const importBankLinesInput = z.object({
  deposit_account_id: id,
  /** The file's text. */
  content: z.string("Statement is a required field").min(1, "Statement is a required field"),
  format: z.enum(["auto", ...STATEMENT_FORMATS], "Choose a format").default("auto"),
  /** Only for this file; those of the deposit account unless said. */
  columns: statementColumns.optional(),
});
export type ImportBankLinesInput = z.output<typeof importBankLinesInput>;

/** `line` counts the file's lines from 1. */
export const bankLinesImported = z
  .object({
    imported: z.int(),
    /** Lines that an earlier import had. */
    duplicates: z.int(),
    refused: z.array(refusedLine),
    /** Warnings, although all is imported; left out if there are none. */
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "BankLinesImported" });
export type BankLinesImported = z.infer<typeof bankLinesImported>;

/** A day as `2026-11-22`. */
const day = z
  .string("Enter a date like 2026-11-22")
  .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date like 2026-11-22");

/** Exactly this amount, for lists. */
export const fiatAmount = z
  .string("Enter an amount like 100.00")
  .regex(/^-?\d{1,16}(\.\d{1,2})?$/, "Enter an amount like 100.00");

/** Part of a text, for lists. */
export const searchText = z.string("Enter a text").trim().min(1, "Enter a text").max(100, "Enter a text");

/** Newest first. `cursor` is what the page before answered as `next_cursor`. */
export const bankLinesInput = z
  .object({
    status: z.enum(BANK_LINE_STATUSES, "Choose a status").optional(),
    deposit_account_id: id.optional(),
    /** The first and the last day. */
    from: day.optional(),
    to: day.optional(),
    /** Exactly this amount, in or out. */
    amount: fiatAmount.optional(),
    /** The identifier of a customer to whom a line was credited, or is proposed to be. */
    customer: id.optional(),
    /** Part of the line's text, or of the payer's name. */
    text: searchText.optional(),
    cursor: z.string("This is no page").max(100, "This is no page").optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});

export const bankLineInput = z.object({ id });

const lineReference = z
  .string("Reference is a required field")
  .trim()
  .min(1, "Reference is a required field")
  .max(40, "Reference is not valid.");

/**
 * The caller's view of a line, as `list` and `get` answered it; each part if it was shown. If it is no longer so, the
 * act is a `state_conflict`: it was meant for something else.
 */
const seenOfLine = z
  .object({
    /** The proposal's reasons, all of them; none of a line without a proposal. */
    reasons: z.array(z.string().max(1000)).max(50).optional(),
    returns_deposit: z.boolean().optional(),
    /** Amount that the deposit with `reference` had been credited with. */
    paid: fiatAmount.optional(),
  })
  .optional();

/** To whom a line is credited: the deposit with a reference, else a customer, else the deposit it is proposed for. */
export const creditBankLineInput = z.object({
  id,
  reference: lineReference.optional(),
  /** A customer's identifier: the money is credited without an announced deposit. */
  customer: id.optional(),
  /** With it, a payment beyond what the deposit is planned with needs an `internal_note` if other lines have paid it. */
  seen: seenOfLine,
  internal_note: internalNoteField.optional(),
});
export type CreditBankLineInput = z.output<typeof creditBankLineInput>;

export const returnBankLineInput = z.object({
  id,
  message: customerMessageField,
  seen: seenOfLine,
  internal_note: internalNoteField.optional(),
});
export type SeenOfLine = z.output<typeof seenOfLine>;
export type ReturnBankLineInput = z.output<typeof returnBankLineInput>;

/** `account`: the operator's own, or what the house has at the venue where it trades. */
export const ownMoneyInput = z.object({
  id,
  account: z.enum(["own", "venue"], "Choose own or venue").default("own"),
  internal_note: internalNoteField,
});
export type OwnMoneyInput = z.output<typeof ownMoneyInput>;

/** A line that shows a payout: the batch, or the withdrawal with a reference, else what it is proposed for. */
export const payoutLineInput = z.object({
  id,
  payout: id.optional(),
  reference: lineReference.optional(),
});
export type PayoutLineInput = z.output<typeof payoutLineInput>;

/**
 * Likely use of a line. `paid_back` and `reversal` name the earlier line that money going out undoes; `payout` a batch
 * or a withdrawal that it pays; `bounced` a withdrawal that has come back.
 */
const bankLineProposal = z
  .object({
    kind: z.enum(["deposit", "paid_back", "reversal", "payout", "bounced"]),
    /** How it was found: a reference, whole or not, or the amount (with the payer's name, for a deposit); null for an earlier line. */
    found_by: z.enum(["exact", "split", "corrected", "cut", "amount"]).nullable(),
    reference: z.string().nullable(),
    /** The deposit's identifier, by which the audit log has what was done to it; null if the line was used, or proposed before this was kept. */
    deposit_id: id.nullable().default(null),
    line_id: id.nullable(),
    /** The batch of payouts. Lines that were proposed before there were any have none. */
    payout_id: id.nullable().default(null),
    customer: z.object({ id, first_name: z.string(), last_name: z.string() }).nullable(),
    /**
     * Amount that the deposit still waits for, in the line's currency; null if it waits for nothing, or was proposed
     * before this was kept.
     */
    expected: amountOutput.nullable().default(null),
    /**
     * Earlier payments of the deposit, and when: crediting this line is another payment, or part of what `expected`
     * still waits for.
     */
    paid: z.object({ amount: amountOutput, at: time }).nullable().default(null),
    /** Whether to return this line returns the deposit, too, whose customer then reads the message: it names the deposit whole, which nothing else pays. */
    returns_deposit: z.boolean().default(false),
    /** Whether the payer's name is the customer's. */
    payer_name: z.enum(["fits", "differs", "unknown"]),
    /** Nothing speaks against it. */
    certain: z.boolean(),
    reasons: z.array(z.string()),
  })
  .meta({ id: "BankLineProposal" });
export type BankLineProposal = z.infer<typeof bankLineProposal>;

export const bankLine = z
  .object({
    id,
    deposit_account_id: id,
    booked_on: z.string().meta({ description: "The day the bank booked it", examples: ["2026-11-22"] }),
    /** With a minus for what went out. */
    amount: amountOutput,
    currency: z.string(),
    text: z.string(),
    payer: z.string().nullable(),
    status: z.enum(BANK_LINE_STATUSES),
    /** Null if nothing seems likely. */
    proposal: bankLineProposal.nullable(),
    /** Why nothing is proposed although something was found. */
    remarks: z.array(z.string()),
    /** Message to the customer whose money was returned. */
    message: z.string().nullable(),
    internal_note: internalNote.nullable(),
    imported_at: time,
    /** When it was used, and the identifier of what for: a deposit, a withdrawal, a batch of payouts, another line. */
    settled_at: time.nullable(),
    matched_id: id.nullable(),
  })
  .meta({ id: "BankLine" });
export type BankLine = z.infer<typeof bankLine>;
export const bankLinesPage = z.object({ data: z.array(bankLine), next_cursor: z.string().nullable() });
