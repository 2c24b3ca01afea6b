/** A customer's statement of a month: what there was, what came in and went out, what is left. */
import { z } from "zod";
import { id, time } from "./ids.ts";
import { STATEMENT_FILES } from "./monthly-statement-files.ts";
import { amountOutput } from "./money.ts";
import { day, feesRow, timezone } from "./reports.ts";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const month = z
  .string("Enter a month like 2026-11")
  .regex(MONTH, "Enter a month like 2026-11")
  .meta({ examples: ["2026-11"] });

const kind = z.enum(STATEMENT_FILES, { error: "Choose PDF or CSV" });

/** Time zone of the days: the customer's own, or the installation's if it is left out. */
const statementInput = z.object({ month, timezone });
export type StatementInput = z.output<typeof statementInput>;
export const statementFileInput = statementInput.extend({ kind });
export const customerStatementInput = statementInput.extend({ customer_id: id });
export const customerStatementFileInput = customerStatementInput.extend({ kind });

const movement = z.object({
  date: day,
  time,
  description: z.string(),
  /** The transaction's; null if the movement belongs to none. */
  reference: z.string().nullable(),
  /** Incoming amount, or outgoing amount with the fee in it; the other is null. */
  in: amountOutput.nullable(),
  out: amountOutput.nullable(),
  /** The part of `out` that is our fee. */
  fee: amountOutput.nullable(),
  /** Balance after it. */
  balance: amountOutput,
});
export type StatementMovement = z.infer<typeof movement>;

const account = z.object({
  currency: z.string(),
  opening: amountOutput,
  in: amountOutput,
  out: amountOutput,
  closing: amountOutput,
  /** Oldest first. */
  movements: z.array(movement),
});
export type StatementAccount = z.infer<typeof account>;

const statementFees = feesRow.omit({ date: true });

export const monthlyStatement = z.object({
  month,
  /** The first and the last day. */
  from: day,
  to: day,
  timezone: z.string(),
  /** Until when it is; before the month's end while the month is not over. */
  until: time,
  is_complete: z.boolean(),
  holder: z.object({ id, name: z.string(), email: z.string() }),
  /** By currency; those in which there was nothing at all are left out. */
  accounts: z.array(account),
  fees: z.array(statementFees),
});
export type MonthlyStatement = z.infer<typeof monthlyStatement>;

const monthAccount = account.omit({ opening: true, movements: true });

/** The months of which there is a statement, the newest first, with the sums of each statement. */
export const statementMonths = z.object({
  months: z.array(z.object({ month, is_complete: z.boolean(), accounts: z.array(monthAccount) })),
});
export type StatementMonths = z.infer<typeof statementMonths>;

/** `content` is base64. */
export const statementFile = z.object({ filename: z.string(), type: z.string(), content: z.base64() });
export type StatementFile = z.infer<typeof statementFile>;
