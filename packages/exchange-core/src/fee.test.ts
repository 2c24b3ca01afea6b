import { expect, test } from "vitest";
import vectors from "../vectors/fee.json" with { type: "json" };
import { feeFactor, formatFeePercent, parseFeePercent } from "./fee.ts";

test.each(vectors.parseFeePercent)("parseFeePercent: $description", ({ input, expected }) => {
  const fee = parseFeePercent(input);
  expect(fee === undefined ? null : formatFeePercent(fee)).toBe(expected);
});

test.each([
  { description: "no fee leaves all", text: "0", numerator: 100n, denominator: 100n },
  { description: "two percent", text: "2", numerator: 98n, denominator: 100n },
  { description: "a quarter of a percent", text: "0.25", numerator: 9975n, denominator: 10000n },
  {
    description: "the largest fee leaves a millionth",
    text: "99.9999",
    numerator: 1n,
    denominator: 1000000n,
  },
])("feeFactor: $description", ({ text, numerator, denominator }) => {
  const fee = parseFeePercent(text);
  expect(fee && feeFactor(fee)).toEqual({ numerator, denominator });
});
