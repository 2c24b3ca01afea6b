import { toAmount } from "@wattle/exchange-core";
import { expect, test } from "vitest";
import { assumedCurrency } from "../markets/assumed-currency.ts";
import { aboutText } from "./about-text.ts";

const [AUD, BTC] = [assumedCurrency("AUD", "fiat"), assumedCurrency("BTC", "crypto")];

test.each([
  ["three digits, cut", 50_000n, "151385.84", "0.0033"],
  ["three digits, cut", 51_234n, "151385.84", "0.00338"],
  ["a whole coin and more", 2_000_000_000n, "151385.84", "132"],
  ["thousands", 9_999_999_999n, "12.5", "7,990,000"],
  ["one satoshi", 1n, "500000", "0.00000002"],
  ["too little for the smallest unit", 1n, "90000000", undefined],
  ["no price", 50_000n, "0", undefined],
  ["a price that is none", 50_000n, "NaN", undefined],
  ["more than an amount can be", 9_000_000_000_000_000_000n, "0.0001", undefined],
])("about what money brings: %s", (_case, paid, price, text) => {
  expect(aboutText(toAmount(paid, AUD), AUD, BTC, price)).toBe(text);
});
