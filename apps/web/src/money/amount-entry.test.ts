// @vitest-environment node
import { toAmount } from "@wattle/exchange-core";
import { CURRENCIES } from "@wattle/exchange-core/testing/currencies";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editable, EMPTY_ENTRY, entryOf, formatted, readEntry, stepped } from "./amount-entry.ts";

const { AUD, BTC, NGN } = CURRENCIES;

describe("what is typed or pasted", () => {
  test.each([
    ["a plain number", "0.01234567", BTC, "0.01234567", 1_234_567n],
    ["a leading point gets its zero", ".5", BTC, "0.5", 50_000_000n],
    ["a lone point gets its zero and waits", ".", BTC, "0.", 0n],
    ["a trailing point waits for the next digit", "1.", AUD, "1.", 100n],
    ["the currency and its thousands commas go", "AUD 1,000.00", AUD, "1000.00", 100_000n],
    ["surrounding space goes", "  250 ", AUD, "250", 25_000n],
    ["a dollar sign goes", "$1,000", AUD, "1000", 100_000n],
    ["an Australian dollar sign and spaces between the thousands go", "A$ 1 000", AUD, "1000", 100_000n],
    ["the longer sign, too", "au$1,000.50", AUD, "1000.50", 100_050n],
    ["a code behind goes", "1,000.00 AUD", AUD, "1000.00", 100_000n],
    ["no-break spaces between the thousands go", "1\u00a0234\u202f567.89", AUD, "1234567.89", 123_456_789n],
    ["spaces between the thousands before a code go", "10 000 AUD", AUD, "10000", 1_000_000n],
    ["a sign before and the code behind go", "$1,000.00 AUD", AUD, "1000.00", 100_000n],
    ["a naira sign goes", "₦5,000,000", NGN, "5000000", 500_000_000n],
    ["a comma that parts thousands goes", "1,000", BTC, "1000", 100_000_000_000n],
    ["a decimal comma stays while it is typed", "0,05", BTC, "0,05", 5_000_000n],
    ["a decimal comma after a sign", "A$ 1,50", AUD, "A$ 1,50", 150n],
    ["a trailing comma waits for the next digit", "1,", AUD, "1,", 100n],
  ])("%s: %j", (_description, raw, currency, text, amount) => {
    expect(readEntry(raw, currency)).toEqual({ text, amount, problem: undefined });
  });

  test.each([
    ["another country's grouping", "1.234,5", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["thousands in the wrong place", "1234,567", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a minus", "-5", AUD, "Enter a positive amount"],
    ["a typed exponent", "1e3", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a minus sign of its own", "−5", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["more decimals than a cent behind a comma", "0,0512", AUD, "Too many decimals for this currency"],
    ["another currency's code", "AUD 1,000.00", BTC, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["another country's dollar", "US$1,000", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a dollar sign in a coin's field", "$1,000", BTC, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["the code before and behind", "AUD 5 AUD", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a dollar sign in a naira field", "$1,000", NGN, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["spaces that part no thousands", "1 00", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["spaces and a decimal comma", "1 000,50", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["two ways of grouping", "1 000,000", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a minus before the sign", "-$5", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["a sign alone", "$", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["an emoji", "💰", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["an exponent", "1e5", AUD, "Enter an amount like 100.00 (BTC: 0.01)"],
    ["one decimal too many", "1.005", AUD, "Too many decimals for this currency"],
    ["a 300-digit number", "9".repeat(300), AUD, "This amount is too large"],
    ["a text of a megabyte", "9".repeat(1_000_000), AUD, "This amount is too large"],
  ])("%s is a problem, and the text is not lost", (_description, raw, currency, problem) => {
    expect(readEntry(raw, currency)).toEqual({ text: raw, amount: undefined, problem });
  });

  test("nothing is no problem", () => {
    expect(readEntry("", AUD)).toEqual(EMPTY_ENTRY);
    expect(readEntry("   ", AUD)).toEqual(EMPTY_ENTRY);
  });
});

describe("raw while edited, formatted when left", () => {
  test("an amount is grouped when the field is left and plain when it is entered again", () => {
    const left = formatted(readEntry("250000.5", AUD), AUD);
    expect(left.text).toBe("250,000.50");
    expect(editable(left).text).toBe("250000.50");
  });

  test("a decimal comma is a point once the field is left, and no digit moves when it is entered", () => {
    expect(formatted(readEntry("0,05", BTC), BTC).text).toBe("0.05000000");
    expect(editable(readEntry("0,05", BTC)).text).toBe("0,05");
  });

  test("each key of a number with commas means what is in the field then", () => {
    const keys = "1,500".split("");
    const typed = keys.map((_key, at) => readEntry(keys.slice(0, at + 1).join(""), AUD).amount);
    expect(typed).toEqual([100n, 100n, 150n, 150n, 150_000n]);
  });

  test("a text that is no amount stays as it is", () => {
    expect(formatted(readEntry("1.234,5", AUD), AUD).text).toBe("1.234,5");
    expect(editable(readEntry("1.234,5", AUD)).text).toBe("1.234,5");
  });

  test("leaving and entering a field never changes the amount", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.constantFrom(AUD, BTC), (units, currency) => {
        const shown = entryOf(toAmount<string>(units, currency), currency);
        expect(readEntry(editable(shown).text, currency).amount).toBe(units);
        expect(readEntry(shown.text, currency).amount).toBe(units);
      }),
    );
  });
});

describe("arrow keys", () => {
  test.each([
    ["up by 1e-8 of a bitcoin", "0.01234567", 1 as const, BTC, "0.01234568"],
    ["down by 1e-8 of a bitcoin", "0.01234567", -1 as const, BTC, "0.01234566"],
    ["never below zero", "0", -1 as const, BTC, "0.00000000"],
    ["up from the empty field", "", 1 as const, BTC, "0.00000001"],
    ["by a cent, the smallest step of fiat", "100", 1 as const, AUD, "100.01"],
    ["not from a text that is no amount", "1.234,5", 1 as const, AUD, "1.234,5"],
  ])("%s", (_description, raw, direction, currency, text) => {
    expect(stepped(readEntry(raw, currency), direction, currency).text).toBe(text);
  });
});
