import { decimalTextOfJsonNumber } from "@wattle/exchange-core/amount";
import { z } from "zod";
import { time } from "./ids.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode, JsonNumber } from "./money.ts";
import { OWN_MESSAGES } from "./own-messages.ts";
import { percentText, rateText } from "./rates.ts";

/** As text a plain decimal; as a JSON number in any of its forms, `1e0` among them. */
const isOne = (value: unknown): boolean => {
  const text = value instanceof JsonNumber ? decimalTextOfJsonNumber(value.source) : value;
  return text === 1 || (typeof text === "string" && /^1(?:\.0+)?$/.test(text));
};

/**
 * Rates are always asked for one unit: `credit` is 1. `credit_amount` is what is given, or `debit_amount` what is wanted, each in its own
 * currency.
 */
export const rateRequest = z
  .object({
    credit_currency: currencyCode,
    debit_currency: currencyCode,
    credit: z.custom<1>(isOne, "Rates are quoted for 1 unit").meta({ const: 1, type: "integer" }),
    credit_amount: amountInput.optional(),
    debit_amount: amountInput.optional(),
  })
  .superRefine(({ credit_amount, credit_currency, debit_amount, debit_currency }, context) => {
    if (credit_amount !== undefined && debit_amount !== undefined) {
      context.addIssue({ code: "custom", path: ["debit_amount"], message: OWN_MESSAGES.bothAmounts });
    }
    if (credit_amount !== undefined) {
      checkAmountDecimals(context, ["credit_amount"], credit_amount, credit_currency);
    }
    if (debit_amount !== undefined) {
      checkAmountDecimals(context, ["debit_amount"], debit_amount, debit_currency);
    }
  });
export type RateRequest = z.output<typeof rateRequest>;

/** A held rate. `hash` is a compact JWS (Ed25519) over pair, rate, fee, limits, subject and times. */
export const heldRate = z
  .object({
    /** One unit of the credit currency in the debit currency, spread included, before the fee. */
    rate: rateText,
    /** Whole Unix seconds: when the source says the price was. */
    timestamp: z.int().nonnegative(),
    hash: z.string(),
    issued_at: time,
    expires_at: time,
    /** Percent taken as the fee. */
    fee: percentText,
    /** How far the rate is from the middle of the market, in percent: its bid–ask gap and our spread. It is in the rate. */
    spread: percentText,
    /** Smallest and largest credit amount, in the credit currency. */
    min: amountOutput,
    max: amountOutput,
    credit_currency: z.string(),
    debit_currency: z.string(),
    /** If an amount was asked for: the one that is given, the smallest for a wanted debit, and the exact debit of it. */
    credit: amountOutput.optional(),
    debit: amountOutput.optional(),
  })
  .meta({ id: "HeldRate" });
export type HeldRate = z.infer<typeof heldRate>;

/** The server's time, so that a countdown survives a changed clock. */
export const serverTime = z.object({ now: time });
