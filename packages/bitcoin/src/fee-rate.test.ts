import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedRate, feeOf, formatFeeRate, parseFeeRate, rateOf } from "./fee-rate.ts";

test.each([
  ["1", 1_000n, "1"],
  ["12.5", 12_500n, "12.5"],
  ["10.050", 10_050n, "10.05"],
  ["100", 100_000n, "100"],
  ["0.001", 1n, "0.001"],
  ["0", 0n, "0"],
])("%s sat/vB", (text, rate, shown) => {
  expect(parseFeeRate(text)).toBe(rate);
  expect(formatFeeRate(rate)).toBe(shown);
});

test.each(["", "1e3", "-1", "1.2345", "1,5", ".5", "12345678"])("%s is no rate", (text) => {
  expect(parseFeeRate(text)).toBeUndefined();
});

test.each([
  [-1n, 1_000n],
  [12_345n, 12_345n],
  [10_000_000n, 200_000n],
])("%d is bounded to %d", (rate, bounded) => {
  expect(boundedRate(rate)).toBe(bounded);
});

test("a fee is never below its rate", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.bigInt(1n, 1_000_000n), (size, rate) => {
      expect(rateOf(feeOf(size, rate), size)).toBeGreaterThanOrEqual(rate);
      expect(feeOf(size, rate) * 1_000n).toBeLessThan(BigInt(size) * rate + 1_000n);
    }),
  );
});
