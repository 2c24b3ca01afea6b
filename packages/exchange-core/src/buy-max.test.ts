import { expect, test } from "vitest";
import vectors from "../vectors/buy-max.json" with { type: "json" };
import { formatAmount, parseAmount, type Amount } from "./amount.ts";
import { buyMax } from "./buy-max.ts";
import { currencyNamed } from "./testing/currencies.ts";

test.each(vectors.buyMax)("buyMax: $description", ({ input, expected }) => {
  const currency = currencyNamed(input.currency);
  const amount = (text: string): Amount => {
    const parsed = parseAmount(text, currency);
    if (!parsed.ok) throw new Error(`malformed amount ${text} in a vector`);
    return parsed.amount;
  };
  const filled = buyMax({
    balance: amount(input.balance),
    currency,
    min: amount(input.min),
    max: amount(input.max),
  });
  expect({
    amount: filled.amount === undefined ? null : formatAmount(filled.amount, currency),
    message: filled.message ?? null,
  }).toEqual(expected);
});
