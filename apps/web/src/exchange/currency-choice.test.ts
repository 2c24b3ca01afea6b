import type { CurrencyMaps } from "@wattle/contracts/currencies";
import { describe, expect, test } from "vitest";
import { currencyChoices, defaultPair, isOffered, pairForCredit } from "./currency-choice.ts";

const currency = (code: string, active = true) => ({ full_name: code, short_name: code, active });
const MAPS: CurrencyMaps = {
  fiat: { USD: currency("USD", false), NGN: currency("NGN"), AUD: currency("AUD") },
  crypto: { ETH: currency("ETH"), BTC: currency("BTC"), BTH: currency("BTH", false) },
};

describe("currency choice lists", () => {
  test("include only active currencies, AUD first, and NGN is removed unless the user is Nigerian", () => {
    expect(currencyChoices(MAPS, false)).toEqual({ fiat: ["AUD"], crypto: ["BTC", "ETH"] });
  });
  test("Nigerian users get NGN first and keep AUD", () => {
    expect(currencyChoices(MAPS, true).fiat).toEqual(["NGN", "AUD"]);
  });
  test("codes the arithmetic does not know, or of the wrong kind, are never offered", () => {
    const odd: CurrencyMaps = {
      fiat: { ...MAPS.fiat, EUR: currency("EUR"), BTC: currency("BTC") },
      crypto: MAPS.crypto,
    };
    expect(currencyChoices(odd, false).fiat).toEqual(["AUD"]);
  });
});

describe("pairs", () => {
  const ours = currencyChoices(MAPS, false);
  const nigerian = currencyChoices(MAPS, true);

  test("the default pair is BTC credit, AUD debit", () => {
    expect(defaultPair(ours, false)).toEqual({ credit: "BTC", debit: "AUD" });
  });
  test("if the user's NGN status is on, the debit currency is NGN", () => {
    expect(defaultPair(nigerian, true)).toEqual({ credit: "BTC", debit: "NGN" });
    expect(pairForCredit("ETH", nigerian, true)).toEqual({ credit: "ETH", debit: "NGN" });
  });
  test("changing the credit currency to fiat sets debit to the first crypto currency", () => {
    expect(pairForCredit("AUD", ours, false)).toEqual({ credit: "AUD", debit: "BTC" });
  });
  test("changing it to crypto sets debit to AUD", () => {
    expect(pairForCredit("ETH", ours, false)).toEqual({ credit: "ETH", debit: "AUD" });
  });
  test("changing it to crypto sets debit to the first fiat currency if AUD is not available", () => {
    const withoutAud = { fiat: ["USD"], crypto: ["BTC"] };
    expect(pairForCredit("BTC", withoutAud, false)).toEqual({ credit: "BTC", debit: "USD" });
  });
  test("a pair is one fiat and one crypto currency from the lists", () => {
    expect(isOffered({ credit: "AUD", debit: "ETH" }, ours)).toBe(true);
    expect(isOffered({ credit: "BTC", debit: "ETH" }, ours)).toBe(false);
    expect(isOffered({ credit: "BTC", debit: "NGN" }, ours)).toBe(false);
  });
});
