import { expect, test } from "vitest";
import vectors from "../vectors/display.json" with { type: "json" };
import { toAmount } from "./amount.ts";
import {
  displayAmount,
  displayBalances,
  displayDecimal,
  displayExact,
  displayMoment,
  displayTime,
  withMinus,
  withSign,
} from "./display.ts";
import { CURRENCIES, currencyNamed } from "./testing/currencies.ts";

const { AUD, NGN, USD, BTC, ETH, BTH } = CURRENCIES;
const LISTED = [AUD, NGN, USD, BTC, ETH, BTH];

test.each(vectors.displayAmount)("displayAmount: $description", ({ input, expected }) => {
  const currency = currencyNamed(input.code);
  expect(displayAmount(toAmount(BigInt(input.units), currency), currency)).toBe(expected);
});

test.each(vectors.displayDecimal)("displayDecimal: $description", ({ input, expected }) => {
  expect(displayDecimal(input.text, input.decimals)).toBe(expected);
});

test.each(vectors.displayDecimalFails)("displayDecimal refuses $description", ({ input }) => {
  expect(() => displayDecimal(input.text, input.decimals)).toThrow(RangeError);
});

test.each([
  ["every decimal", "1234.00012", 0, "1,234.00012"],
  ["no decimals", "1234", 0, "1,234"],
  ["at least so many", "0.5", 2, "0.50"],
])("displayExact: %s of %s", (_case, text, fewest, shown) => {
  expect(displayExact(text, fewest)).toBe(shown);
});

test.each([
  ["1,240.00", "1,240.00", "+1,240.00"],
  ["-12.00", "−12.00", "−12.00"],
  ["0.00", "0.00", "+0.00"],
])("%s with its minus is %s, with its sign %s", (figure, minus, sign) => {
  expect(withMinus(figure)).toBe(minus);
  expect(withSign(figure)).toBe(sign);
});

test.each(vectors.displayBalances)("displayBalances: $description", ({ input, expected }) => {
  const balances = Object.fromEntries(input.map(({ code, amount }) => [code, amount]));
  expect(displayBalances(balances, LISTED)).toEqual(expected);
});

test("displayBalances keeps one order whatever the order of the map", () => {
  const there = displayBalances({ AUD: "1.00", NGN: "1.00", BTC: "1.00", XRP: "1.00", DOGE: "1.00" }, LISTED);
  const back = displayBalances({ DOGE: "1.00", XRP: "1.00", BTC: "1.00", NGN: "1.00", AUD: "1.00" }, LISTED);
  expect(back).toEqual(there);
});

test.each(vectors.displayTime)("displayTime: $description", ({ input, expected }) => {
  expect(displayTime(input.epochMilliseconds, input.timeZone)).toBe(expected);
});

test.each(vectors.displayMoment)("displayMoment: $description", ({ input, expected }) => {
  expect(displayMoment(input.epochMilliseconds, input.timeZone)).toBe(expected);
});

test("displayTime and displayMoment without a zone use the machine's", () => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(displayTime(1_795_224_329_000)).toBe(displayTime(1_795_224_329_000, zone));
  expect(displayMoment(1_795_224_329_000)).toBe(displayMoment(1_795_224_329_000, zone));
});

test.each([
  { description: "an unknown time zone", time: 0, timeZone: "Nowhere/Nothing" },
  { description: "not a number", time: Number.NaN, timeZone: "UTC" },
])("displayTime and displayMoment refuse $description", ({ time, timeZone }) => {
  expect(() => displayTime(time, timeZone)).toThrow(RangeError);
  expect(() => displayMoment(time, timeZone)).toThrow(RangeError);
});
