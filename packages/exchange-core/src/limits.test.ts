import { expect, test } from "vitest";
import vectors from "../vectors/limits.json" with { type: "json" };
import { formatAmount, toAmount } from "./amount.ts";
import { prepareConversion, type Conversion } from "./convert.ts";
import { parseFeePercent } from "./fee.ts";
import { creditLimits, type AmountLimits } from "./limits.ts";
import { parseRate } from "./rate.ts";
import { currencyNamed } from "./testing/currencies.ts";

function conversionOf(input: { from: string; to: string; rate: string; fee: string }): Conversion {
  const from = currencyNamed(input.from);
  const to = currencyNamed(input.to);
  const rate = parseRate(input.rate);
  const fee = parseFeePercent(input.fee);
  if (!rate || !fee) throw new Error("malformed vector");
  return prepareConversion({ from, to, rate, fee });
}

/** Limits on the fiat side, as the vectors take them. */
function fiatLimitsOf({ from, to }: Conversion): AmountLimits {
  const fiat = from.kind === "fiat" ? from : to;
  const [min, max] = fiat.code === "NGN" ? [100_000_00n, 5_000_000_00n] : [100_00n, 100_000_00n];
  return { min: toAmount(min, fiat), max: toAmount(max, fiat) };
}

test.each(vectors.creditLimits)("creditLimits: $description", ({ input, expected }) => {
  const conversion = conversionOf(input);
  const { min, max } = creditLimits(conversion, fiatLimitsOf(conversion));
  expect({ min: formatAmount(min, conversion.from), max: formatAmount(max, conversion.from) }).toEqual(
    expected,
  );
});

test("creditLimits refuses a rate at which not even the minimum can be written down", () => {
  const conversion = conversionOf({ from: "BTC", to: "AUD", rate: "0.000000000001", fee: "0" });
  expect(() => creditLimits(conversion, fiatLimitsOf(conversion))).toThrow(RangeError);
});
