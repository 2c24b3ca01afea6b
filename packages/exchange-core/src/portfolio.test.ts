import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  averageCost,
  dispose,
  movementsOf,
  openBook,
  recordMovement,
  unitsAt,
  worthAt,
  type Held,
  type Movement,
  type PortfolioBook,
} from "./portfolio.ts";
import { parseRate, type Rate } from "./rate.ts";
import { CURRENCIES } from "./testing/currencies.ts";

const { AUD, BTC, NGN } = CURRENCIES;
const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`${text} is no rate`);
  return parsed;
};
const held = (currency: string, units: bigint): Held => ({ currency, units });
const transfer = (currency: string, units: bigint, worth?: bigint): Movement => ({
  kind: "transfer",
  ...held(currency, units),
  worth,
});
const exchange = (from: Held, to: Held, worth?: bigint): Movement => ({ kind: "exchange", from, to, worth });
const bookOf = (...movements: Movement[]): PortfolioBook => movements.reduce(recordMovement, openBook("AUD"));

describe("the average-cost method", () => {
  const bought = [
    transfer("AUD", 3_000_00n),
    exchange(held("AUD", 1_000_00n), held("BTC", 1_000_000n)),
    exchange(held("AUD", 2_000_00n), held("BTC", 1_000_000n)),
  ];

  test("what was paid, fee and all, is the cost; the average is over all units", () => {
    const book = bookOf(...bought);
    expect(book.positions.get("BTC")).toEqual({ quantity: 2_000_000n, cost: 3_000_00n });
    expect(averageCost({ quantity: 2_000_000n, cost: 3_000_00n }, BTC)).toBe(150_000_00n);
    expect([book.cash, book.putIn, book.realised]).toEqual([0n, 3_000_00n, 0n]);
  });

  test("a sale takes its share of the cost along; what it brings above that is realised", () => {
    const book = bookOf(...bought, exchange(held("BTC", 500_000n), held("AUD", 1_000_00n)));
    expect(book.positions.get("BTC")).toEqual({ quantity: 1_500_000n, cost: 2_250_00n });
    expect(book.realised).toBe(250_00n);
    // Selling does not change what the rest cost on average.
    expect(averageCost({ quantity: 1_500_000n, cost: 2_250_00n }, BTC)).toBe(150_000_00n);
  });

  test("selling all closes the position, and a new one begins at its own cost", () => {
    const book = bookOf(
      ...bought,
      exchange(held("BTC", 2_000_000n), held("AUD", 5_000_00n)),
      exchange(held("AUD", 100_00n), held("BTC", 1n)),
    );
    expect(book.positions.get("BTC")).toEqual({ quantity: 1n, cost: 100_00n });
    expect(book.realised).toBe(2_000_00n);
  });

  test("withdrawals and deposits are no gain", () => {
    const book = bookOf(transfer("AUD", 500_00n), transfer("AUD", -200_00n));
    expect([book.cash, book.putIn, book.realised]).toEqual([300_00n, 300_00n, 0n]);
  });

  test("coins that come in cost what they were worth, or what was paid for them", () => {
    const book = bookOf(transfer("BTC", 1_000_000n, 1_500_00n), transfer("BTC", -400_000n));
    expect(book.positions.get("BTC")).toEqual({ quantity: 600_000n, cost: 900_00n });
    expect(book.putIn).toBe(900_00n);
  });

  test("a cost that is not known makes gains unknown until the position is closed", () => {
    const open = bookOf(transfer("BTC", 100n));
    expect([open.positions.get("BTC")?.cost, open.putIn, open.realised]).toEqual([undefined, undefined, 0n]);
    expect(averageCost({ quantity: 100n, cost: undefined }, BTC)).toBeUndefined();
    const sold = recordMovement(open, exchange(held("BTC", 100n), held("AUD", 5n)));
    expect([sold.realised, sold.cash]).toEqual([undefined, 5n]);
    const again = recordMovement(sold, exchange(held("AUD", 5n), held("BTC", 1n)));
    expect(again.positions.get("BTC")).toEqual({ quantity: 1n, cost: 5n });
  });

  test("between two other currencies: sold for its worth, or, without one, for its cost", () => {
    const naira = [transfer("NGN", 1_000_00n, 10_00n)];
    const worth = bookOf(...naira, exchange(held("NGN", 500_00n), held("BTC", 7n), 6_00n));
    expect(worth.positions.get("BTC")).toEqual({ quantity: 7n, cost: 6_00n });
    expect(worth.realised).toBe(1_00n);
    const without = bookOf(...naira, exchange(held("NGN", 500_00n), held("BTC", 7n)));
    expect(without.positions.get("BTC")).toEqual({ quantity: 7n, cost: 5_00n });
    expect(without.realised).toBe(0n);
  });

  test("more than is held cannot leave", () => {
    expect(() => dispose({ quantity: 1n, cost: 1n }, 2n)).toThrow(RangeError);
    expect(() => bookOf(transfer("BTC", -1n))).toThrow(RangeError);
  });

  /** Movements that hold what they take: amounts are shares of what is there. */
  const histories = fc.array(
    fc.record({
      what: fc.constantFrom("in", "out", "buy", "sell", "gift", "swap"),
      coin: fc.constantFrom("BTC", "ETH", "NGN"),
      other: fc.constantFrom("SOL", "XRP"),
      share: fc.bigInt({ min: 1n, max: 100n }),
      units: fc.bigInt({ min: 1n, max: 10n ** 17n }),
    }),
    { maxLength: 60 },
  );
  type Drawn = (typeof histories extends fc.Arbitrary<infer T> ? T : never)[number];

  const movementOf = (
    book: PortfolioBook,
    { what, coin, other, share, units }: Drawn,
  ): Movement | undefined => {
    const part = (of: bigint): bigint => (of * share) / 100n;
    const [cash, coins] = [part(book.cash), part(book.positions.get(coin)?.quantity ?? 0n)];
    switch (what) {
      case "in":
        return transfer("AUD", units);
      case "out":
        return cash > 0n ? transfer("AUD", -cash) : undefined;
      case "buy":
        return cash > 0n ? exchange(held("AUD", cash), held(coin, units)) : undefined;
      case "sell":
        return coins > 0n ? exchange(held(coin, coins), held("AUD", units)) : undefined;
      case "gift":
        return transfer(coin, units, units / 3n);
      default:
        return coins > 0n ? exchange(held(coin, coins), held(other, units), units / 7n) : undefined;
    }
  };

  test("cash and costs are what was put in and what was realised, to the unit, whatever happens", () => {
    fc.assert(
      fc.property(histories, (drawn) => {
        let book = openBook("AUD");
        for (const one of drawn) {
          const movement = movementOf(book, one);
          if (movement !== undefined) book = recordMovement(book, movement);
          let costs = 0n;
          for (const { quantity, cost } of book.positions.values()) {
            expect(quantity > 0n && cost !== undefined && cost >= 0n).toBe(true);
            costs += cost ?? 0n;
          }
          expect(book.cash + costs).toBe((book.putIn ?? 0n) + (book.realised ?? 0n));
        }
      }),
    );
  });
});

describe("what an entry did", () => {
  const worth = ({ units }: Held): bigint => units * 2n;

  test.each([
    ["nothing", [], []],
    ["a deposit", [held("AUD", 5n)], [transfer("AUD", 5n)]],
    ["a withdrawal", [held("AUD", -5n)], [transfer("AUD", -5n)]],
    ["coins that come in, with their worth", [held("BTC", 5n)], [transfer("BTC", 5n, 10n)]],
    ["coins that go out", [held("BTC", -5n)], [transfer("BTC", -5n)]],
    ["a purchase", [held("AUD", -7n), held("BTC", 3n)], [exchange(held("AUD", 7n), held("BTC", 3n))]],
    ["a sale", [held("AUD", 7n), held("BTC", -3n)], [exchange(held("BTC", 3n), held("AUD", 7n))]],
    [
      "between two other currencies",
      [held("NGN", -7n), held("BTC", 3n)],
      [exchange(held("NGN", 7n), held("BTC", 3n), 6n)],
    ],
    ["two that come in", [held("AUD", 7n), held("BTC", 3n)], [transfer("AUD", 7n), transfer("BTC", 3n, 6n)]],
  ])("%s", (_case, changes, movements) => {
    expect(movementsOf(changes, worth, "AUD")).toEqual(movements);
  });
});

describe("worth", () => {
  test.each([
    ["one satoshi", 1n, BTC, "150000", 0n],
    ["seven satoshi, rounded down", 7n, BTC, "150000", 1n],
    ["2.5 BTC", 250_000_000n, BTC, "154272.56", 385_681_40n],
    ["17 digits", 99_999_999_999_999_999n, BTC, "150000", 14_999_999_999_999_999n],
    ["more than 64 bits hold", 2n ** 63n - 1n, BTC, "150000000", 1_383_505_805_528_216_371_050n],
    ["another fiat currency", 1_000_00n, NGN, "0.001", 1_00n],
  ])("of %s", (_case, units, currency, price, expected) => {
    expect(worthAt(units, currency, rate(price), AUD)).toBe(expected);
  });
});

describe("quantities at times", () => {
  const steps = [
    { at: 10, units: 5n },
    { at: 20, units: 0n },
    { at: 20, units: 8n },
  ];

  test.each([
    ["before the first step", [9], [0n]],
    ["at a step", [10, 20], [5n, 8n]],
    ["between and after", [15, 25], [5n, 8n]],
    ["many times in one step", [11, 12, 13], [5n, 5n, 5n]],
    ["no times", [], []],
  ])("%s", (_case, times, units) => {
    expect(unitsAt(steps, times)).toEqual(units);
  });

  test("are those of the last step at or before", () => {
    const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
    const moments = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }).map(sorted);
    fc.assert(
      fc.property(moments, moments, (at, times) => {
        const drawn = at.map((moment, index) => ({ at: moment, units: BigInt(index + 1) }));
        expect(unitsAt(drawn, times)).toEqual(
          times.map((time) => drawn.findLast((step) => step.at <= time)?.units ?? 0n),
        );
      }),
    );
  });
});
