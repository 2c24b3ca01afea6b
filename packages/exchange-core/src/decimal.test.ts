import Big from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareDecimals,
  countDecimals,
  decimalText,
  decimalUnits,
  divideUp,
  isNegative,
  isZero,
  magnitude,
  mostDecimals,
  negate,
  sumDecimals,
  trimDecimals,
  withoutSign,
} from "./decimal.ts";

const units = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const decimals = fc.integer({ min: 0, max: 12 });
const plain = fc.tuple(units, decimals).map(([value, places]) => decimalText(value, places));

test.each([
  ["below one", -5n, 2, "-0.05"],
  ["without decimals", -5n, 0, "-5"],
  ["nothing", 0n, 2, "0.00"],
  ["one decimal", 115n, 1, "11.5"],
  ["beyond 64 bits", 10n ** 20n, 8, "1000000000000.00000000"],
])("%s: %s with %s decimals is %s", (_case, value, places, text) => {
  expect(decimalText(value, places)).toBe(text);
});

test.each([
  ["finer than asked, cut toward zero", "-0.059", 2, -5n],
  ["less fine", "1.5", 3, 1500n],
  ["whole", "-7", 2, -700n],
])("%s: %s in units of %s decimals is %s", (_case, text, places, value) => {
  expect(decimalUnits(text, places)).toBe(value);
});

test.each([
  ["10.00", "10"],
  ["0.50", "0.5"],
  ["-0.10", "-0.1"],
  ["100", "100"],
])("%s without zeros at its end is %s", (text, trimmed) => {
  expect(trimDecimals(text)).toBe(trimmed);
});

describe("plain decimals", () => {
  test("are read back as the units they were written from", () => {
    fc.assert(
      fc.property(units, decimals, (value, places) => {
        const text = decimalText(value, places);
        expect(decimalUnits(text, places)).toBe(value);
        expect(countDecimals(text)).toBe(places);
        expect(new Big(text).eq(new Big(value.toString()).div(new Big(10).pow(places)))).toBe(true);
      }),
    );
  });

  test("add up exactly, in any order, with the decimals of the one that has most", () => {
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 6 }), (texts) => {
        const sum = sumDecimals(texts);
        expect(new Big(sum).eq(texts.reduce((total, text) => total.plus(text), new Big(0)))).toBe(true);
        expect(countDecimals(sum)).toBe(mostDecimals(texts));
        expect(sumDecimals(texts.toReversed())).toBe(sum);
      }),
    );
  });

  test("are compared by their worth, however many decimals each has", () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(compareDecimals(a, b)).toBe(new Big(a).cmp(b));
        expect(compareDecimals(b, a)).toBe(-compareDecimals(a, b) + 0);
        expect(compareDecimals(a, trimDecimals(a))).toBe(0);
      }),
    );
  });

  test("and their negative add up to zero", () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(isZero(sumDecimals([text, negate(text)]))).toBe(true);
        expect(negate(negate(text))).toBe(text);
        expect(isNegative(withoutSign(text))).toBe(false);
        expect(isZero(text)).toBe(new Big(text).eq(0));
      }),
    );
  });
});

test("a magnitude is not below zero, and is the number or its negative", () => {
  fc.assert(
    fc.property(units, (value) => {
      expect(magnitude(value)).toBeGreaterThanOrEqual(0n);
      expect([value, -value]).toContain(magnitude(value));
    }),
  );
});

test("a quotient rounded up is the least that covers the numerator", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (part, by) => {
        const quotient = divideUp(part, by);
        expect(quotient * by).toBeGreaterThanOrEqual(part);
        expect((quotient - 1n) * by).toBeLessThan(part);
      },
    ),
  );
});
