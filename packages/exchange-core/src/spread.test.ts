import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatFeePercent } from "./fee.ts";
import { powerOfTen } from "./power-of-ten.ts";
import { formatRate, parseRate, type Rate } from "./rate.ts";
import { purchasePrice, purchaseRate, saleRate, spreadPercent } from "./spread.ts";

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`${text} is no rate`);
  return parsed;
};
const market = (bid: string, ask: string) => ({ bid: rate(bid), ask: rate(ask) });

describe("what a customer sells and buys at", () => {
  test.each([
    ["no gap and no spread: the price itself", "150000", "150000", 0, "150000", "150000"],
    ["a gap alone", "149900", "150100", 0, "149900", "150100"],
    ["25 basis points", "150000", "150000", 25, "149625", "150375"],
    ["a gap and a spread", "149900", "150100", 100, "148401", "151601"],
    ["ten percent, the most there is", "5000", "5000", 1_000, "4500", "5500"],
    [
      "18 digits: down for the seller, up for the buyer",
      "0.123456789012345678",
      "0.123456789012345678",
      1,
      "0.123444443333444443",
      "0.123469134691246913",
    ],
  ])("%s", (_what, bid, ask, spread, sale, purchase) => {
    expect(formatRate(saleRate(market(bid, ask), spread))).toBe(sale);
    expect(formatRate(purchasePrice(market(bid, ask), spread))).toBe(purchase);
  });

  test("one unit of fiat buys the inverse, rounded down", () => {
    expect(formatRate(purchaseRate(market("149000", "150000"), 0))).toBe("0.00000666666666666666666");
  });
});

describe("what it costs against the middle of the market", () => {
  test.each([
    ["the middle costs nothing", "150000", "150000", "150000", "0"],
    ["half of the gap", "149900", "149900", "150100", "0.0667"],
    ["the same, buying", "150100", "149900", "150100", "0.0667"],
    ["a spread of 25 basis points", "149625", "150000", "150000", "0.25"],
    ["the least there is, rounded up", "149999.99", "150000", "150000", "0.0001"],
  ])("%s", (_what, price, bid, ask, percent) => {
    expect(formatFeePercent(spreadPercent(rate(price), market(bid, ask)))).toBe(percent);
  });
});

describe("for every price and spread", () => {
  const rates = fc
    .record({ digits: fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), scale: fc.integer({ min: 0, max: 16 }) })
    .map(({ digits, scale }) => {
      const text = digits.toString().padStart(scale + 1, "0");
      return rate(scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`);
    });
  const spreads = fc.integer({ min: 0, max: 1_000 });
  const compare = (a: Rate, b: Rate): bigint =>
    a.digits * powerOfTen(b.scale) - b.digits * powerOfTen(a.scale);

  test("no one gains by buying and selling at once, and the house gives none of the spread away", () => {
    fc.assert(
      fc.property(rates, spreads, (price, spread) => {
        const both = { bid: price, ask: price };
        const [sale, purchase] = [saleRate(both, spread), purchasePrice(both, spread)];
        const exact = (bp: number): Rate => ({
          digits: price.digits * BigInt(10_000 + bp),
          scale: price.scale + 4,
        });
        expect(compare(sale, exact(-spread))).toBeLessThanOrEqual(0n);
        expect(compare(purchase, exact(spread))).toBeGreaterThanOrEqual(0n);
        expect(compare(sale, purchase)).toBeLessThanOrEqual(0n);
      }),
    );
  });
});
