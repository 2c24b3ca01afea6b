import { expect, test } from "vitest";
import vectors from "../vectors/rate.json" with { type: "json" };
import {
  divideRates,
  formatRate,
  invertRate,
  multiplyRates,
  parseRate,
  truncateRate,
  type Rate,
} from "./rate.ts";

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`malformed rate ${text} in a vector`);
  return parsed;
}

const textOf = (parsed: Rate | undefined): string | null =>
  parsed === undefined ? null : formatRate(parsed);

test.each(vectors.parseRate)("parseRate: $description", ({ input, expected }) => {
  expect(textOf(parseRate(input))).toBe(expected);
});

test.each([
  { description: "trailing zeros of decimals go", text: "1.500", expected: { digits: 15n, scale: 1 } },
  { description: "zeros of a whole number stay", text: "150000.0", expected: { digits: 150000n, scale: 0 } },
  { description: "leading zeros go", text: "0.00150", expected: { digits: 15n, scale: 4 } },
])("a rate is normalised: $description", ({ text, expected }) => {
  expect(parseRate(text)).toEqual(expected);
});

test.each(vectors.truncateRate)("truncateRate: $description", ({ input, expected }) => {
  expect(textOf(truncateRate(input))).toBe(expected);
});

test.each(vectors.invertRate)("invertRate: $description", ({ input, expected }) => {
  expect(formatRate(invertRate(rate(input)))).toBe(expected);
});

test.each(vectors.multiplyRates)("multiplyRates: $description", ({ input, expected }) => {
  expect(formatRate(multiplyRates(rate(input.a), rate(input.b)))).toBe(expected);
});

test.each([
  { description: "too large", a: "1000000000000000", b: "1000000000000001" },
  { description: "too small", a: "0.000000000000001", b: "0.0000000000000009" },
])("multiplyRates refuses a product that is $description", ({ a, b }) => {
  expect(() => multiplyRates(rate(a), rate(b))).toThrow(RangeError);
});

test.each([
  ["exactly", "150000", "150000000", "0.001"],
  ["by itself", "0.00000666", "0.00000666", "1"],
  ["rounded down after 18 digits", "2", "3", "0.666666666666666666"],
  ["up", "1.5", "0.0003", "5000"],
])("divideRates: %s", (_case, a, b, expected) => {
  expect(formatRate(divideRates(rate(a), rate(b)))).toBe(expected);
});

test("divideRates refuses a quotient that is too small", () => {
  const least = rate(`0.${"0".repeat(29)}1`);
  expect(() => divideRates(least, rate("2"))).toThrow(RangeError);
});
