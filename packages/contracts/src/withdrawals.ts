import { z } from "zod";
import { checkFiatMovement, fiatMovement } from "./fiat-movement.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { OWN_MESSAGES } from "./own-messages.ts";
import { isPlainLine } from "./plain-text.ts";
import { TOKEN_TEXT } from "./portable-patterns.ts";

/** A party of a withdrawal. @param choose what to do about a wrong one */
const party = (choose: string) =>
  z
    .string({ error: choose })
    .min(1, choose)
    .max(64, choose)
    .refine(isPlainLine, choose)
    .meta({ pattern: TOKEN_TEXT })
    .nullish();

/** Payload of a withdrawal to one of the customer's own bank accounts, or to one of their payees for coins. */
export const withdrawalInput = fiatMovement
  .extend({
    transaction_type: z.literal("withdraw", { error: "Choose a transaction type" }),
    bank_account_id: party(OWN_MESSAGES.noBankAccount),
    coin_payee_id: party(OWN_MESSAGES.noCoinPayee),
  })
  .superRefine(checkFiatMovement)
  .superRefine(({ bank_account_id, coin_payee_id }, context) => {
    if (bank_account_id == null && coin_payee_id == null)
      context.addIssue({ code: "custom", path: ["bank_account_id"], message: OWN_MESSAGES.noBankAccount });
    if (bank_account_id != null && coin_payee_id != null)
      context.addIssue({ code: "custom", path: ["coin_payee_id"], message: OWN_MESSAGES.oneParty });
  }, BESIDE_OTHER_ISSUES);
type WithdrawalInput = z.output<typeof withdrawalInput>;
export type BankWithdrawalInput = WithdrawalInput & { readonly bank_account_id: string };
export type CoinWithdrawalInput = WithdrawalInput & { readonly coin_payee_id: string };

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
