// @vitest-environment node
import { expect, test } from "vitest";
import { signedText, sumOf } from "./signed-money.ts";

test.each([
  [[], "0.00"],
  [["26400.40", "12018.50", "-7880.40"], "30538.50"],
  [["-0.01"], "-0.01"],
  [["0.05", "2", "-0.00000001"], "2.04999999"],
  [["90071992547409.93", "0.01"], "90071992547409.94"],
] as const)("%j come to %s", (amounts, sum) => expect(sumOf(amounts)).toBe(sum));

test.each([
  ["-7880.40", "AUD", "−7,880.40 AUD"],
  ["0.05", undefined, "0.05"],
] as const)("%s is shown as it is", (amount, currency, text) =>
  expect(signedText(amount, currency)).toBe(text),
);
