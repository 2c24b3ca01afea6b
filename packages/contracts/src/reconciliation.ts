/** The close of a day: what a bank's statement says against the books. */
import { z } from "zod";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { day } from "./reports.ts";
import { internalNote, internalNoteField } from "./staff-texts.ts";

const balance = z
  .string("Enter an amount like 100.00")
  .regex(/^-?\d{1,15}(?:\.\d{1,2})?$/, "Enter an amount like 100.00");

/** `date` is a local day; `statement_balance` what the statement has at its end. */
export const closeDayInput = z.object({
  deposit_account_id: id,
  date: day,
  statement_balance: balance,
  /** The books' balance that was seen: where they have another one, the close is a `state_conflict`. */
  ledger_balance: balance.optional(),
  /** Why it is closed with a difference. A call with `ledger_balance` needs it then. */
  internal_note: internalNoteField.optional(),
});
export type CloseDayInput = z.output<typeof closeDayInput>;

/** The day is the last one that is over unless said. */
export const previewDayInput = closeDayInput
  .omit({ internal_note: true, ledger_balance: true })
  .partial({ date: true, statement_balance: true });

const explanationLine = z.object({
  /** `line` is on the statement; `entry` is in the books' bank account without one. */
  kind: z.enum(["line", "entry"]),
  /** The line's or the entry's identifier. */
  id,
  text: z.string(),
  /** Effect on the bank's account in the books. */
  amount: z.string(),
  /** Part of the difference that it explains; nothing for a line that both have. */
  explains: z.string(),
});
export type ExplanationLine = z.infer<typeof explanationLine>;

export const reconciliation = z
  .object({
    id,
    deposit_account_id: id,
    currency: z.string(),
    date: day,
    statement_balance: z.string(),
    ledger_balance: z.string(),
    /** The statement less the books. */
    difference: z.string(),
    /** Part of the difference that no line explains. */
    unexplained: z.string(),
    /** Amount that lines imported since have added to the books of this day. Reopen it unless this is zero. */
    added_since: z.string(),
    /** The first 200 lines of the day, and the newest 200 entries that no statement shows. */
    lines: z.array(explanationLine),
    /** How many more of both the close has kept. */
    more_lines: z.int(),
    closed_by: id,
    closed_at: time,
    reopened_by: id.nullable(),
    reopened_at: time.nullable(),
    reopen_note: internalNote.nullable(),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof reconciliation>;

/** Outcome of a close of the day at this moment. */
export const dayPreview = z.object({
  date: day,
  currency: z.string(),
  ledger_balance: z.string(),
  /** The statement less the books, and what of it nothing explains; null without a statement's balance. */
  difference: z.string().nullable(),
  unexplained: z.string().nullable(),
  /** Entries of the books that no statement shows, newest first: 200 at most. */
  entries: z.array(explanationLine),
  /** How many more there are. */
  more_entries: z.int(),
  /** Whether the day is over, not before the books begin, and not closed: else it cannot be. */
  closable: z.boolean(),
});
export type DayPreview = z.infer<typeof dayPreview>;

/** Newest first. */
export const reconciliationsInput = z
  .object({
    deposit_account_id: id.optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});
export const reconciliations = z.object({ data: z.array(reconciliation), next: z.string().nullable() });

export const reopenDayInput = z.object({ id, internal_note: internalNoteField });
