// @vitest-environment node
import { FIRST_CHOICE, FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { marketsOf } from "@wattle/contracts/markets";
import { describe, expect, test } from "vitest";
import { currencyChoices, defaultPair, firstChoices, isOffered, pairForCredit } from "./currency-choice.ts";

const MARKETS = marketsOf(FIRST_MARKETS);
const choicesIn = (country: string) => currencyChoices(MARKETS, country, FIRST_CHOICE);

describe("currency choice lists", () => {
  test("include only active currencies, AUD first, and NGN is removed unless the user is Nigerian", () => {
    expect(choicesIn("AU")).toEqual({ fiat: ["AUD"], crypto: ["BTC", "ETH"] });
    expect(choicesIn("")).toEqual({ fiat: ["AUD"], crypto: ["BTC", "ETH"] });
  });
  test("Nigerian users get NGN first and keep AUD", () => {
    expect(choicesIn("NG").fiat).toEqual(["NGN", "AUD"]);
  });
  test("before the list has arrived there is the default pair, and NGN for Nigerian users", () => {
    expect(firstChoices("AU", FIRST_CHOICE)).toEqual({ fiat: ["AUD"], crypto: ["BTC"] });
    expect(firstChoices("NG", FIRST_CHOICE)).toEqual({ fiat: ["NGN", "AUD"], crypto: ["BTC"] });
  });
  test("a brand's own home currency and coin come first", () => {
    const first = { ...FIRST_CHOICE, defaultPair: { credit: "ETH", debit: "AUD" } };
    expect(currencyChoices(MARKETS, "AU", first).crypto).toEqual(["ETH", "BTC"]);
  });
});

describe("pairs", () => {
  const ours = choicesIn("AU");
  const nigerian = choicesIn("NG");

  test("the default pair is BTC credit, AUD debit", () => {
    expect(defaultPair(ours)).toEqual({ credit: "BTC", debit: "AUD" });
  });
  test("if the user's NGN status is on, the debit currency is NGN", () => {
    expect(defaultPair(nigerian)).toEqual({ credit: "BTC", debit: "NGN" });
    expect(pairForCredit("ETH", nigerian)).toEqual({ credit: "ETH", debit: "NGN" });
  });
  test("changing the credit currency to fiat sets debit to the first crypto currency", () => {
    expect(pairForCredit("AUD", ours)).toEqual({ credit: "AUD", debit: "BTC" });
  });
  test("changing it to crypto sets debit to AUD", () => {
    expect(pairForCredit("ETH", ours)).toEqual({ credit: "ETH", debit: "AUD" });
  });
  test("changing it to crypto sets debit to the first fiat currency if AUD is not available", () => {
    const withoutAud = { fiat: ["USD"], crypto: ["BTC"] } as const;
    expect(pairForCredit("BTC", withoutAud)).toEqual({ credit: "BTC", debit: "USD" });
  });
  test("a pair is one fiat and one crypto currency from the lists", () => {
    expect(isOffered({ credit: "AUD", debit: "ETH" }, ours)).toBe(true);
    expect(isOffered({ credit: "BTC", debit: "ETH" }, ours)).toBe(false);
    expect(isOffered({ credit: "BTC", debit: "NGN" }, ours)).toBe(false);
  });
});
