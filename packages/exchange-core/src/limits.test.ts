import { expect, test } from "vitest";
import vectors from "../vectors/limits.json" with { type: "json" };
import { formatAmount } from "./amount.ts";
import { prepareConversion, type Conversion } from "./convert.ts";
import { CURRENCIES, currencyOf } from "./currency.ts";
import { parseFeePercent } from "./fee.ts";
import { creditLimits, FIAT_LIMITS } from "./limits.ts";
import { parseRate } from "./rate.ts";

function conversionOf(input: { from: string; to: string; rate: string; fee: string }): Conversion {
  const from = currencyOf(input.from);
  const to = currencyOf(input.to);
  const rate = parseRate(input.rate);
  const fee = parseFeePercent(input.fee);
  if (!from || !to || !rate || !fee) throw new Error("malformed vector");
  return prepareConversion({ from, to, rate, fee });
}

test("FIAT_LIMITS: 100 to 100000 AUD, 100000 to 5000000 NGN", () => {
  const { AUD, NGN } = FIAT_LIMITS;
  expect([AUD.min, AUD.max].map((limit) => formatAmount(limit, CURRENCIES.AUD))).toEqual([
    "100.00",
    "100000.00",
  ]);
  expect([NGN.min, NGN.max].map((limit) => formatAmount(limit, CURRENCIES.NGN))).toEqual([
    "100000.00",
    "5000000.00",
  ]);
});

test.each(vectors.creditLimits)("creditLimits: $description", ({ input, expected }) => {
  const conversion = conversionOf(input);
  const { min, max } = creditLimits(conversion);
  expect({ min: formatAmount(min, conversion.from), max: formatAmount(max, conversion.from) }).toEqual(
    expected,
  );
});

test("creditLimits refuses a rate at which not even the minimum can be written down", () => {
  const conversion = conversionOf({ from: "BTC", to: "AUD", rate: "0.000000000001", fee: "0" });
  expect(() => creditLimits(conversion)).toThrow(RangeError);
});
