import { beforeEach, describe, expect, test } from "vitest";
import { saveDraft } from "../money/draft.ts";
import { exchangeSearch, purchaseWith } from "./exchange-search.ts";

beforeEach(() => localStorage.clear());

describe("what the address of the exchange asks for", () => {
  test.each<[string, Record<string, unknown>, object]>([
    ["a pair", { from: "AUD", to: "BTC" }, { from: "AUD", to: "BTC" }],
    [
      "a pair and an amount",
      { from: "AUD", to: "BTC", amount: "1000.50" },
      { from: "AUD", to: "BTC", amount: "1000.50" },
    ],
    [
      "an amount that the address bar gives as a number",
      { from: "BTC", to: "AUD", amount: 0.5 },
      { from: "BTC", to: "AUD", amount: "0.5" },
    ],
    ["nothing", {}, {}],
    ["one currency alone", { from: "AUD" }, {}],
    ["two of a kind", { from: "AUD", to: "NGN" }, {}],
    ["an unknown currency", { from: "AUD", to: "DOGE" }, {}],
    ["a name that every object has", { from: "constructor", to: "BTC" }, {}],
    ["a list", { from: ["AUD"], to: "BTC" }, {}],
    ["an amount that is none", { from: "AUD", to: "BTC", amount: "1e5" }, { from: "AUD", to: "BTC" }],
    ["no amount", { from: "AUD", to: "BTC", amount: "0" }, { from: "AUD", to: "BTC" }],
    ["too many decimals", { from: "AUD", to: "BTC", amount: "1.005" }, { from: "AUD", to: "BTC" }],
    [
      "a number that a double may have rounded",
      { from: "BTC", to: "AUD", amount: 123456789.12345678 },
      { from: "BTC", to: "AUD" },
    ],
  ])("%s", (_what, given, expected) => {
    expect(exchangeSearch(given)).toEqual(expected);
  });
});

describe("what money that has arrived buys", () => {
  test("coins for all of it", () => {
    expect(purchaseWith("500.00", "AUD", "BTC")).toEqual({ from: "AUD", to: "BTC", amount: "500.00" });
  });

  test("as much as one exchange may be", () => {
    expect(purchaseWith("250000.00", "AUD", "BTC")).toEqual({ from: "AUD", to: "BTC", amount: "100000.00" });
  });
  test("what was begun with it", () => {
    saveDraft({ amount: "1000.00", from: "AUD", to: "ETH" });
    expect(purchaseWith("500.00", "AUD", "BTC")).toEqual({ from: "AUD", to: "ETH", amount: "1000.00" });
  });

  test("not what was begun with another currency", () => {
    saveDraft({ amount: "1.00000000", from: "BTC", to: "AUD" });
    expect(purchaseWith("500.00", "AUD", "BTC")).toEqual({ from: "AUD", to: "BTC", amount: "500.00" });
  });
});
