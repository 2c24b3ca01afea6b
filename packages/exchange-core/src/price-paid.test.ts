import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toAmount } from "./amount.ts";
import { isWithinPrice, pricePaid } from "./price-paid.ts";
import { compareRates, formatRate, parseRate, type Rate } from "./rate.ts";
import { CURRENCIES } from "./testing/currencies.ts";

const { AUD, BTC } = CURRENCIES;
const rateOf = (text: string): Rate => {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(`not a rate: ${text}`);
  return rate;
};
const buying = (cents: bigint, satoshis: bigint) => ({
  from: AUD,
  to: BTC,
  credit: toAmount(cents, AUD),
  debit: toAmount(satoshis, BTC),
});

describe("what is paid for one coin", () => {
  test.each([
    ["exactly the highest price", 10_000n, 100_000n, "100000", true],
    ["a hundredth above it", 10_000n, 100_000n, "99999.99", false],
    ["a satoshi less for the money", 10_000n, 99_999n, "100000", false],
    ["a satoshi more for the money", 10_000n, 100_001n, "100000", true],
    ["nothing for the money", 10_000n, 0n, "1000000000", false],
    ["a highest price with 12 decimals", 1n, 100_000_000n, "0.010000000000", true],
    ["one below it", 1n, 100_000_000n, "0.009999999999", false],
  ])("%s", (_, cents, satoshis, highest, expected) => {
    expect(isWithinPrice(buying(cents, satoshis), rateOf(highest))).toBe(expected);
  });

  test("is written as a rate, and nothing got has no price", () => {
    const price = pricePaid(buying(10_000n, 66_666n));
    expect(price && formatRate(price)).toBe("150001.50001500015");
    expect(pricePaid(buying(10_000n, 0n))).toBeUndefined();
  });

  test("within its own price, and never within a lower one", () => {
    const amounts = [fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n)] as const;
    fc.assert(
      fc.property(...amounts, fc.bigInt(1n, 10n ** 14n), (cents, satoshis, highest) => {
        const paid = buying(cents, satoshis);
        const bound = rateOf(`${highest / 100n}.${(highest % 100n).toString().padStart(2, "0")}`);
        const price = pricePaid(paid);
        if (price === undefined) throw new Error("no price");
        // The price is cut: it may be below the exact one by its last digit, never above.
        if (compareRates(price, bound) > 0) expect(isWithinPrice(paid, bound)).toBe(false);
        if (compareRates(price, bound) < 0) expect(isWithinPrice(paid, bound)).toBe(true);
      }),
    );
  });
});
