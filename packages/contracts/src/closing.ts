import { z } from "zod";
import { id, time } from "./ids.ts";
import { internalNoteField } from "./staff-texts.ts";

/** Why an account can't be closed now. The last two stop only its customer, not staff. */
const CLOSING_OBSTACLES = [
  "balance",
  "deposit",
  "withdrawal",
  "card",
  "owed",
  "payment",
  "changed",
  "recovery",
] as const;
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** Effects of closing an account at this moment. */
export const closingPlan = z.object({
  /** Obstacles that have to be settled first. */
  obstacles: z.array(z.object({ kind: z.enum(CLOSING_OBSTACLES), message: z.string() })),
  /** Until when the law keeps the identity and the transactions; null if it keeps nothing. */
  kept_until: time.nullable(),
});
export type ClosingPlan = z.infer<typeof closingPlan>;

/** An account that was closed. */
export const closedAccount = z.object({
  id,
  closed_at: time,
  /** Until when the law keeps the identity and the transactions; null if it keeps nothing. */
  kept_until: time.nullable(),
});
export type ClosedAccount = z.infer<typeof closedAccount>;

/** How far the erasure of a closed account is. */
export const accountClosure = z.object({
  closed_at: time,
  closed_by: z.string(),
  /** The address the account had; null once it is forgotten. */
  email: z.string().nullable(),
  kept_until: time.nullable(),
  /** When all was gone that no law keeps. */
  cleared_at: time.nullable(),
  /** When the rest was gone. */
  erased_at: time.nullable(),
});
export type AccountClosure = z.infer<typeof accountClosure>;

export const eraseCustomerInput = z.object({ id, internal_note: internalNoteField });
