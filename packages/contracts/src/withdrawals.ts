import { z } from "zod";
import { checkFiatMovement, fiatMovement } from "./fiat-movement.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { isPlainLine } from "./plain-text.ts";
import { TOKEN_TEXT } from "./portable-patterns.ts";

/** Payload of a withdrawal to one of the customer's own bank accounts. */
export const withdrawalInput = fiatMovement
  .extend({
    transaction_type: z.literal("withdraw", { error: "Choose a transaction type" }),
    bank_account_id: z
      .string({ error: "Choose a bank account" })
      .min(1, "Choose a bank account")
      .max(64, "Choose a bank account")
      .refine(isPlainLine, "Choose a bank account")
      .meta({ pattern: TOKEN_TEXT }),
  })
  .superRefine(checkFiatMovement);
export type WithdrawalInput = z.output<typeof withdrawalInput>;

/** Why withdrawals wait: the password was changed, or a login or a change of the account was not its owner's. */
const HOLD_REASONS = ["password", "safety"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
export const holdReason = z.enum(HOLD_REASONS);

/** Obstacles to a withdrawal of the customer right now. */
export const withdrawalState = z
  .object({
    /** Until then nothing may be withdrawn; null when it may. */
    held_until: time.nullable(),
    held_because: holdReason.nullable(),
    /** Amounts set aside for withdrawals under way, by currency code. */
    held: z.record(z.string(), amountOutput),
    /** Bank accounts about which the customer gets an email once money can go there. */
    email_when_free: z.array(id),
  })
  .meta({ id: "WithdrawalState" });
export type WithdrawalState = z.infer<typeof withdrawalState>;

/** The bank account to be emailed about. */
export const emailWhenFreeInput = z.object({ bank_account_id: id });
