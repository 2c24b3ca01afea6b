import { expect, test } from "vitest";
import vectors from "../vectors/check-amount.json" with { type: "json" };
import { parseAmount, type Amount } from "./amount.ts";
import { checkAmount } from "./check-amount.ts";
import { currencyNamed } from "./testing/currencies.ts";

test.each(vectors.checkAmount)("checkAmount: $description", ({ input, expected }) => {
  const currency = currencyNamed(input.currency);
  const amount = (text: string): Amount => {
    const parsed = parseAmount(text, currency);
    if (!parsed.ok) throw new Error(`malformed amount ${text} in a vector`);
    return parsed.amount;
  };
  const issue = checkAmount({
    credit: input.credit === null ? undefined : amount(input.credit),
    currency,
    min: amount(input.min),
    max: amount(input.max),
    balance: input.balance === null ? undefined : amount(input.balance),
  });
  expect(issue ?? null).toEqual(expected);
});
