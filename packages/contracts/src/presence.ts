/** Open rows of the desk, by member of staff. */
import { STAFF_ROLES } from "./choices.ts";
import { z } from "zod";
import { id } from "./ids.ts";

/** Kinds of rows that staff open at the desk. An identity is its customer's row. */
const ROW_KINDS = [
  "customer",
  "recovery",
  "bank_line",
  "deposit",
  "arrival",
  "card_payment",
  "withdrawal",
  "payout",
  "coin_payout",
  "receivable",
  "case",
  "filing",
  "rule",
  "approval",
  "enquiry",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A row, by the identifier that the audit log has of it. */
export const deskRow = z.object({ kind: z.enum(ROW_KINDS), id });
export type DeskRow = z.output<typeof deskRow>;

/** A colleague, and the row they have open. */
const colleague = z.object({
  ...deskRow.shape,
  first_name: z.string(),
  /** The first of their roles. */
  role: z.enum(STAFF_ROLES),
});
export type Colleague = z.infer<typeof colleague>;

/** Colleagues who have a row open that the caller may see. */
export const colleagues = z.object({ present: z.array(colleague) }).meta({ id: "Colleagues" });
