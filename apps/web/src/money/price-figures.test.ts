// @vitest-environment node
import { toAmount } from "@wattle/exchange-core";
import { CURRENCIES } from "@wattle/exchange-core/testing/currencies";
import { describe, expect, test } from "vitest";
import { figuresAt } from "../exchange/exchange-view.ts";
import { amountText, coinPrice } from "./price-figures.ts";
import { PURCHASE, quoteFor, SALE } from "../testing/held-rates.ts";

describe("figures for people", () => {
  test.each([
    ["fiat has 2 decimals, grouped", "250000.5", "AUD", "250,000.50 AUD"],
    ["crypto has 8 decimals", "0.02500000", "BTC", "0.02500000 BTC"],
    ["a currency that isn't offered is grouped, too", "72676975.00", "XYZ", "72,676,975.00 XYZ"],
    ["and keeps its decimals", "-1000.5", "XYZ", "-1,000.5 XYZ"],
    ["a text that is no amount stays as it came", "all", "XYZ", "all XYZ"],
  ])("%s", (_description, amount, code, text) => {
    expect(amountText(amount, code)).toBe(text);
  });

  test("the rate is the price of one coin, whichever way the exchange goes", () => {
    const sale = figuresAt(toAmount<string>(1_234_567n, CURRENCIES.BTC), quoteFor(SALE));
    const purchase = figuresAt(toAmount<string>(100_000n, CURRENCIES.AUD), quoteFor(PURCHASE));
    expect(coinPrice(sale)).toEqual({ coin: "BTC", price: "150,000.00 AUD" });
    expect(coinPrice(purchase)).toEqual({ coin: "BTC", price: "150,000.00 AUD" });
  });

  test("fee and what is converted make up what is paid", () => {
    expect(figuresAt(toAmount<string>(100_001n, CURRENCIES.AUD), quoteFor(PURCHASE))).toMatchObject({
      credit: "1000.01",
      fee: "1",
      fee_amount: "10.01",
      converted: "990.00",
    });
  });
});
