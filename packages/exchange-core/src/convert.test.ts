import { expect, test } from "vitest";
import vectors from "../vectors/convert.json" with { type: "json" };
import { formatAmount, parseAmount, toAmount, type Amount } from "./amount.ts";
import { convert, creditFor, prepareConversion, priceBreakdown, type Conversion } from "./convert.ts";
import { parseFeePercent } from "./fee.ts";
import { parseRate } from "./rate.ts";
import { CURRENCIES, currencyNamed as currency } from "./testing/currencies.ts";

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly fee: string;
}

function amount(text: string, code: string): Amount {
  const negative = text.startsWith("-");
  const parsed = parseAmount(negative ? text.slice(1) : text, currency(code));
  if (!parsed.ok) throw new Error(`malformed amount ${text} in a vector`);
  return toAmount(negative ? 0n - parsed.amount : parsed.amount, currency(code));
}

function conversionOf(pair: Pair): Conversion {
  const rate = parseRate(pair.rate);
  const fee = parseFeePercent(pair.fee);
  if (rate === undefined || fee === undefined) throw new Error("malformed rate or fee in a vector");
  return prepareConversion({ from: currency(pair.from), to: currency(pair.to), rate, fee });
}

test.each(vectors.convert)("convert: $description", ({ input, expected }) => {
  const conversion = conversionOf(input);
  expect(formatAmount(convert(amount(input.credit, input.from), conversion), conversion.to)).toBe(expected);
});

test.each(vectors.convertFails)("convert refuses $description", ({ input }) => {
  const credit = amount(input.credit, input.from);
  expect(() => convert(credit, conversionOf(input))).toThrow(RangeError);
});

test.each(vectors.creditFor)("creditFor: $description", ({ input, expected }) => {
  const conversion = conversionOf(input);
  expect(formatAmount(creditFor(amount(input.debit, input.to), conversion), conversion.from)).toBe(expected);
});

test.each([
  { description: "a negative debit", debit: -1n },
  { description: "a credit beyond 64 bits", debit: 2n ** 63n - 1n },
])("creditFor refuses $description", ({ debit }) => {
  const conversion = conversionOf({ from: "BTC", to: "AUD", rate: "0.01", fee: "0" });
  expect(() => creditFor(toAmount(debit, CURRENCIES.AUD), conversion)).toThrow(RangeError);
});

test.each(vectors.priceBreakdown)("priceBreakdown: $description", ({ input, expected }) => {
  const conversion = conversionOf(input);
  const price = priceBreakdown(amount(input.credit, input.from), conversion);
  expect({
    credit: formatAmount(price.credit, conversion.from),
    fee: formatAmount(price.fee, conversion.from),
    converted: formatAmount(price.converted, conversion.from),
    debit: formatAmount(price.debit, conversion.to),
  }).toEqual(expected);
});

test("prepareConversion cancels common tens, leaving the value as it is", () => {
  const { numerator, denominator } = conversionOf({ from: "BTC", to: "AUD", rate: "150000", fee: "2" });
  expect({ numerator, denominator }).toEqual({ numerator: 147n, denominator: 1000n });
});
