import { z } from "zod";
import { DEPOSIT_METHODS } from "./deposit-limits.ts";
import { checkFiatMovement, fiatMovement } from "./fiat-movement.ts";

/** Payload of a deposit: what the customer is going to pay, and how. */
export const depositInput = fiatMovement
  .extend({
    transaction_type: z.literal("deposit", { error: "Choose a transaction type" }),
    payment_method: z.enum(DEPOSIT_METHODS, { error: "Choose a payment method" }),
  })
  .superRefine(checkFiatMovement);
export type DepositInput = z.output<typeof depositInput>;
