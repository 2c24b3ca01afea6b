import { parseFeePercent } from "@wattle/exchange-core/fee";
import { z } from "zod";
import { DEPOSIT_METHODS } from "./deposit-limits.ts";
import { ERRORS } from "./errors.ts";
import { amountInput, checkAmountDecimals, currencyCode } from "./money.ts";
import { TOKEN_TEXT } from "./portable-patterns.ts";
import { percentText } from "./rates.ts";

const paymentMethod = z.enum([...DEPOSIT_METHODS, "onramp"], {
  error: "Choose a payment method",
});

/** The moved amounts of a transaction payload: what the customer gives and gets. */
export const movement = z.object({
  balance: z.object({ credit: amountInput, credit_currency: currencyCode }, { error: "Enter amount" }),
  debit: amountInput,
  debit_currency: currencyCode,
});

/** Adds the field issues of amounts with more decimals than their currency has. */
function checkMovement(value: z.output<typeof movement>, context: z.core.$RefinementCtx): void {
  checkAmountDecimals(context, ["balance", "credit"], value.balance.credit, value.balance.credit_currency);
  checkAmountDecimals(context, ["debit"], value.debit, value.debit_currency);
}

/** Payload of an exchange. `hash` is the held rate's signed text. */
export const exchangeInput = movement
  .extend({
    transaction_type: z.literal("exchange", { error: "Choose a transaction type" }),
    payment_method: paymentMethod.nullish(),
    hash: z
      .string({ error: "Get a rate first" })
      .min(1, "Get a rate first")
      .max(4096, ERRORS.quote_invalid.message)
      .meta({ pattern: TOKEN_TEXT }),
  })
  .superRefine(checkMovement);
export type ExchangeInput = z.output<typeof exchangeInput>;

const FEE_PROBLEM = "Enter 0 to 99.9999, up to 4 decimals";

export const exchangeFee = z
  .object({ currency_from: z.string(), currency_to: z.string(), amount: percentText })
  .meta({ id: "ExchangeFee" });
export type ExchangeFee = z.infer<typeof exchangeFee>;

const feeCurrency = z.string("Choose a currency").max(10, "Choose a currency");

/** The fee of a pair as an operator sets it; `amount` is a percentage, decimal text. */
export const exchangeFeeInput = z.object({
  currency_from: feeCurrency,
  currency_to: feeCurrency,
  amount: z
    .string(FEE_PROBLEM)
    .max(10, FEE_PROBLEM)
    .refine((text) => parseFeePercent(text) !== undefined, FEE_PROBLEM),
});

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "Use 1 to 255 visible ASCII characters");

/** Adds the key to the input of a call that takes an idempotency key. */
export const keyed = { idempotency_key: idempotencyKey.optional() };
