import { describe, expect, test } from "vitest";
import vectors from "../vectors/amount.json" with { type: "json" };
import {
  addAmounts,
  cleanTypedAmount,
  compareAmounts,
  decimalTextOfJsonNumber,
  formatAmount,
  minAmount,
  parseAmount,
  subtractAmounts,
  toAmount,
  type Amount,
} from "./amount.ts";
import { CURRENCIES, currencyNamed as currency } from "./testing/currencies.ts";

function amount(text: string, code: string): Amount {
  const parsed = parseAmount(text, currency(code));
  if (!parsed.ok) throw new Error(`malformed amount ${text} in a vector`);
  return parsed.amount;
}

test.each(vectors.parseAmount)("parseAmount: $description", ({ input, expected }) => {
  const parsed = parseAmount(input.text, currency(input.currency));
  expect(parsed.ok ? { units: parsed.amount.toString() } : { problem: parsed.problem }).toEqual(expected);
});

test("parseAmount answers a megabyte of digits at once", () => {
  expect(parseAmount("9".repeat(1_000_000), CURRENCIES.AUD)).toEqual({ ok: false, problem: "too_large" });
});

test.each(vectors.formatAmount)("formatAmount: $description", ({ input, expected }) => {
  const own = currency(input.currency);
  expect(formatAmount(toAmount(BigInt(input.units), own), own)).toBe(expected);
});

describe("toAmount", () => {
  test.each([
    { description: "the largest", units: 2n ** 63n - 1n, fits: true },
    { description: "one above the largest", units: 2n ** 63n, fits: false },
    { description: "the smallest", units: -(2n ** 63n), fits: true },
    { description: "one below the smallest", units: -(2n ** 63n) - 1n, fits: false },
  ])("$description", ({ units, fits }) => {
    const make = (): bigint => toAmount(units, CURRENCIES.AUD);
    if (fits) expect(make()).toBe(units);
    else expect(make).toThrow(RangeError);
  });
});

test.each(vectors.arithmetic)("arithmetic: $input.operation, $description", ({ input, expected }) => {
  const operations = { add: addAmounts, subtract: subtractAmounts, min: minAmount };
  const operation = operations[input.operation as keyof typeof operations];
  const run = (): string =>
    formatAmount(
      operation(amount(input.a, input.currency), amount(input.b, input.currency)),
      currency(input.currency),
    );
  if (expected === null) expect(run).toThrow(RangeError);
  else expect(run()).toBe(expected);
});

test("subtractAmounts refuses to go below the smallest amount", () => {
  const smallest = toAmount(-(2n ** 63n), CURRENCIES.AUD);
  expect(() => subtractAmounts(smallest, toAmount(1n, CURRENCIES.AUD))).toThrow(RangeError);
});

test.each([
  { description: "smaller", a: 1n, b: 2n, expected: -1 },
  { description: "equal", a: 2n, b: 2n, expected: 0 },
  { description: "larger", a: 2n, b: -2n, expected: 1 },
])("compareAmounts: $description", ({ a, b, expected }) => {
  expect(compareAmounts(toAmount(a, CURRENCIES.BTC), toAmount(b, CURRENCIES.BTC))).toBe(expected);
});

test.each(vectors.decimalTextOfJsonNumber)("decimalTextOfJsonNumber: $description", ({ input, expected }) => {
  expect(decimalTextOfJsonNumber(input) ?? null).toBe(expected);
});

test.each(vectors.cleanTypedAmount)("cleanTypedAmount: $description", ({ input, expected }) => {
  const accepted = input.currency === null ? Object.values(CURRENCIES) : [currency(input.currency)];
  expect(cleanTypedAmount(input.text, accepted)).toEqual(
    expected === null ? { ok: false } : { ok: true, text: expected },
  );
});
