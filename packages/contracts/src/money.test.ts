import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AMOUNT_TEXTS } from "./amount-texts.ts";
import { amountInput, checkAmountDecimals, currencyCode, JsonNumber } from "./money.ts";

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("an amount of a request", () => {
  test.each([
    ["a whole number", "100", "100"],
    ["decimals, unchanged", "0.10", "0.10"],
    ["zero", "0", "0"],
    ["40 characters", `0.${"1".repeat(38)}`, `0.${"1".repeat(38)}`],
    ["a JSON number", new JsonNumber("0.1"), "0.1"],
    ["a JSON number with an exponent", new JsonNumber("1e-8"), "0.00000001"],
    ["a JSON number with a positive exponent", new JsonNumber("2.5E3"), "2500"],
    [
      "a JSON number longer than a double holds",
      new JsonNumber("12345678901234567.123456789"),
      "12345678901234567.123456789",
    ],
  ])("%s is read", (_, value, text) => {
    expect(amountInput.parse(value)).toBe(text);
  });

  test.each<[keyof typeof AMOUNT_TEXTS, unknown]>([
    ["empty", undefined],
    ["empty", null],
    ["empty", ""],
    ["negative", "-1"],
    ["negative", "-0"],
    ["negative", "-1e5"],
    ["negative", new JsonNumber("-1")],
    ["malformed", "1e5"],
    ["malformed", "1,000"],
    ["malformed", "１００"],
    ["malformed", "+1"],
    ["malformed", " 1"],
    ["malformed", "1 "],
    ["malformed", "1."],
    ["malformed", ".5"],
    ["malformed", "01"],
    ["malformed", "--1"],
    ["malformed", "-"],
    ["malformed", "0x1"],
    ["malformed", "NaN"],
    ["malformed", "1\n"],
    ["malformed", "9".repeat(41)],
    ["malformed", new JsonNumber("1e999999999")],
    ["malformed", new JsonNumber("1e-41")],
    ["malformed", []],
    ["malformed", ["1"]],
    ["malformed", {}],
    ["malformed", { source: "1" }],
    ["malformed", true],
    ["malformed", Number.NaN],
    // A number that is one already was rounded before we saw it.
    ["malformed", 0.1],
    ["malformed", 100],
  ])("%s: %j", (problem, value) => {
    expect(messagesOf(amountInput, value)).toEqual([AMOUNT_TEXTS[problem]]);
  });

  test("any text is either read exactly as written or refused", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,eE ]{0,45}$/)), (text) => {
        const parsed = amountInput.safeParse(text);
        if (parsed.success) {
          expect(parsed.data).toBe(text);
          expect(text).toMatch(/^\d+(\.\d+)?$/);
        }
      }),
    );
  });

  test("any double written as JSON is read as the same value, or refused", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }), (value) => {
        const parsed = amountInput.safeParse(new JsonNumber(JSON.stringify(value)));
        if (parsed.success) expect(Number(parsed.data)).toBe(value);
      }),
    );
  });
});

describe("decimals of an amount", () => {
  const schema = z
    .object({ amount: amountInput, currency: currencyCode })
    .superRefine(({ amount, currency }, context) => {
      checkAmountDecimals(context, ["amount"], amount, currency);
    });

  test.each([
    ["0.01", "AUD"],
    ["0.00000001", "BTC"],
    ["92233720368547758.07", "AUD"],
    ["92233720368.54775807", "BTC"],
  ])("%s %s can be held", (amount, currency) => {
    expect(messagesOf(schema, { amount, currency })).toEqual([]);
  });

  test.each([
    ["0.001", "AUD", AMOUNT_TEXTS.too_many_decimals],
    ["0.010", "AUD", AMOUNT_TEXTS.too_many_decimals],
    ["0.000000001", "BTC", AMOUNT_TEXTS.too_many_decimals],
    ["92233720368547758.08", "AUD", AMOUNT_TEXTS.too_large],
    ["92233720368.54775808", "BTC", AMOUNT_TEXTS.too_large],
    ["9".repeat(40), "AUD", AMOUNT_TEXTS.too_large],
  ])("%s %s cannot: %s", (amount, currency, message) => {
    const { error } = schema.safeParse({ amount, currency });
    expect(error?.issues.map(({ path, message: text }) => [path.join("."), text])).toEqual([
      ["amount", message],
    ]);
  });
});

describe("a currency code", () => {
  test.each(["AUD", "NGN", "BTC", "ETH", "USD", "BTH"])("%s is known", (code) => {
    expect(currencyCode.parse(code)).toBe(code);
  });

  test.each([
    "aud",
    "EUR",
    "",
    " AUD",
    "constructor",
    "__proto__",
    "toString",
    "x".repeat(1000),
    5,
    null,
    undefined,
  ])("%j is not", (code) => {
    expect(messagesOf(currencyCode, code)).not.toEqual([]);
  });
});
