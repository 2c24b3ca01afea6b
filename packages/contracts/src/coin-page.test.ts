import { describe, expect, test } from "vitest";
import { coinPath } from "./coin-path.ts";
import { coinPageOf, coinsWithPages, FIRST_COIN_TEXTS } from "./coin-page.ts";
import { FIRST_MARKETS } from "./first-markets.ts";
import type { CurrencyRecord, PairRecord } from "./market-records.ts";
import { marketsOf } from "./markets.ts";

const CHOICE = { home: "AUD", texts: FIRST_COIN_TEXTS };
const changed = (
  currency: (one: CurrencyRecord) => CurrencyRecord,
  pair: (one: PairRecord) => PairRecord = (one) => one,
) => marketsOf({ currencies: FIRST_MARKETS.currencies.map(currency), pairs: FIRST_MARKETS.pairs.map(pair) });

describe("the page of a coin", () => {
  test("says what it is and what it costs", () => {
    expect(coinPageOf(marketsOf(FIRST_MARKETS), "BTC", CHOICE)).toEqual({
      code: "BTC",
      name: "Bitcoin",
      about: FIRST_COIN_TEXTS["BTC"],
      home: "AUD",
      buyFee: "1.00",
      sellFee: "1.00",
      spread: "0",
      min: "100.00",
      max: "100,000.00",
    });
  });

  test("a coin without a text of its own has a neutral one; the operator's text wins", () => {
    const markets = marketsOf(FIRST_MARKETS);
    const about = (texts: Record<string, string>) =>
      coinPageOf(markets, "ETH", { home: "AUD", texts })?.about;
    expect(about({})).toBe("Ethereum (ETH) is a digital currency. You can buy and sell it here for AUD.");
    expect(about({ ETH: "Ours." })).toBe("Ours.");
  });

  test("the larger of both spreads is said", () => {
    const markets = changed(
      (one) => one,
      (pair) => ({ ...pair, spread_bp: pair.from === "BTC" ? 25 : 10 }),
    );
    expect(coinPageOf(markets, "BTC", CHOICE)?.spread).toBe("0.25");
  });

  const whole = marketsOf(FIRST_MARKETS);
  test.each([
    ["money", whole, "AUD"],
    ["an unknown code", whole, "XYZ"],
    ["what is no code", whole, "__PROTO__"],
    ["an inactive coin", whole, "BTH"],
    [
      "a coin that cannot be sold",
      changed(
        (one) => one,
        (pair) => ({ ...pair, active: pair.from !== "BTC" }),
      ),
      "BTC",
    ],
    ["a home currency that is not exchanged", changed((one) => ({ ...one, exchange_max: null })), "BTC"],
  ])("%s has none", (_case, markets, code) => {
    expect(coinPageOf(markets, code, CHOICE)).toBeUndefined();
  });

  test("has an address in small letters; those that have one are listed in order", () => {
    expect(coinPath("BTC")).toBe("/buy-sell/btc");
    expect(coinsWithPages(whole, CHOICE).map(({ code }) => code)).toEqual(["BTC", "ETH"]);
  });
});
