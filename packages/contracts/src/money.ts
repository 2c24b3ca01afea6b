import type { Currency } from "@wattle/exchange-core/currency";
import { currencyOf } from "./markets.ts";
import { decimalTextOfJsonNumber, parseAmount } from "@wattle/exchange-core/amount";
import { z } from "zod";
import { AMOUNT_TEXTS } from "./amount-texts.ts";
import { ERRORS } from "./errors.ts";
import { AMOUNT, CURRENCY, LARGEST_AMOUNT } from "./portable-patterns.ts";

/**
 * A number of a JSON body, kept as the text the client wrote. Parsing it into a double would already have
 * rounded it, so amounts are read from this text.
 */
export class JsonNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const LONGEST_AMOUNT = 40;

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * An amount of a request: a plain decimal string, or a JSON number where the body is JSON. Yields the decimal
 * text; its decimals are checked against the currency by {@link checkAmountDecimals}.
 */
export const amountInput = z
  .custom<string | JsonNumber>(() => true)
  .transform((value, context): string => {
    const refuse = (problem: keyof typeof AMOUNT_TEXTS): never => {
      context.addIssue({ code: "custom", message: AMOUNT_TEXTS[problem] });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === "") return refuse("empty");
    const text = value instanceof JsonNumber ? decimalTextOfJsonNumber(value.source) : value;
    if (typeof text !== "string" || text.length > LONGEST_AMOUNT) return refuse("malformed");
    if (/^-\d/.test(text)) return refuse("negative");
    if (!PLAIN_DECIMAL.test(text)) return refuse("malformed");
    return text;
  })
  .meta({
    id: "AmountInput",
    type: ["string", "number"],
    description:
      "Plain decimal text, or a JSON number; no more decimals than the currency has: 2 for fiat, 8 for crypto",
    pattern: AMOUNT,
    maxLength: LONGEST_AMOUNT,
    minimum: 0,
    maximum: LARGEST_AMOUNT,
    examples: ["0.01"],
  });

/** An amount of an answer: plain decimal text at the currency's full precision, `"0.02500000"`. */
export const amountOutput = z.string().meta({
  id: "Amount",
  description: "Decimal text at the currency's full precision",
  examples: ["0.02500000"],
});

/** A currency code the product knows. Yields upper case as written; unknown codes are refused at the field. */
export const currencyCode = z
  .string({ error: "Choose a currency" })
  .max(10, "Choose a currency")
  .refine((code) => currencyOf(code) !== undefined, ERRORS.currency_inactive.message)
  .meta({
    id: "CurrencyCode",
    description: "Currency code, one of `GET /api/currencies`",
    pattern: CURRENCY,
    examples: ["BTC"],
  });

/** Adds the field's issue when `text` is not an amount of `code`: too many decimals, or too large to be held. */
export function checkAmountDecimals(
  context: z.core.$RefinementCtx,
  path: readonly string[],
  text: string,
  code: string,
): void {
  const currency: Currency | undefined = currencyOf(code);
  if (currency === undefined) return;
  const parsed = parseAmount(text, currency);
  if (!parsed.ok)
    context.addIssue({ code: "custom", path: [...path], message: AMOUNT_TEXTS[parsed.problem] });
}
