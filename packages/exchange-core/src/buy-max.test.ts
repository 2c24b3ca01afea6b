import { expect, test } from "vitest";
import vectors from "../vectors/buy-max.json" with { type: "json" };
import { formatAmount, parseAmount, type Amount } from "./amount.ts";
import { buyMax } from "./buy-max.ts";
import { currencyOf } from "./currency.ts";

test.each(vectors.buyMax)("buyMax: $description", ({ input, expected }) => {
  const currency = currencyOf(input.currency);
  if (currency === undefined) throw new Error("unknown currency in a vector");
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
