import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  averageCost,
  dispose,
  gainBetween,
  gainPartsOf,
  movementsOf,
  netInOf,
  openBook,
  putInOf,
  recordMovement,
  unitsAt,
  worthAt,
  type Held,
  type Movement,
  type PortfolioBook,
  type Purpose,
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
  purpose: units < 0n ? "withdrawn" : "deposited",
  ...held(currency, units),
  worth,
});
const moved = (purpose: Purpose, currency: string, units: bigint, worth?: bigint): Movement => ({
  kind: "transfer",
  purpose,
  ...held(currency, units),
  worth,
});
const exchange = (from: Held, to: Held, worth?: bigint, fee = 0n): Movement => ({
  kind: "exchange",
  from,
  to,
  fee,
  worth,
});
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
    expect([book.cash, putInOf(book), book.realised]).toEqual([0n, 3_000_00n, 0n]);
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
    expect([book.cash, putInOf(book), book.realised]).toEqual([300_00n, 300_00n, 0n]);
  });

  test("coins that come in cost what they were worth, or what was paid for them", () => {
    const book = bookOf(transfer("BTC", 1_000_000n, 1_500_00n), transfer("BTC", -400_000n));
    expect(book.positions.get("BTC")).toEqual({ quantity: 600_000n, cost: 900_00n });
    expect(putInOf(book)).toBe(900_00n);
  });

  test("a cost that is not known makes gains unknown until the position is closed", () => {
    const open = bookOf(transfer("BTC", 100n));
    expect([open.positions.get("BTC")?.cost, putInOf(open), open.realised]).toEqual([
      undefined,
      undefined,
      0n,
    ]);
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

  test.each<[string, Movement[], Partial<PortfolioBook>]>([
    [
      "a deposit that was taken back",
      [moved("deposited", "AUD", 500_00n), moved("deposited", "AUD", -500_00n)],
      { deposited: 0n, withdrawn: 0n, cash: 0n },
    ],
    [
      "coins of a card payment that was refunded: they take their cost along",
      [moved("deposited", "BTC", 10n, 5_00n), moved("deposited", "BTC", -10n)],
      { deposited: 0n, withdrawn: 0n },
    ],
    [
      "a withdrawal that came back",
      [transfer("AUD", 500_00n), moved("withdrawn", "AUD", -200_00n), moved("withdrawn", "AUD", 200_00n)],
      { deposited: 500_00n, withdrawn: 0n, cash: 500_00n },
    ],
    [
      "what the house added and took",
      [moved("added", "AUD", 20_00n), moved("added", "AUD", -5_00n), moved("added", "BTC", 10n, 3_00n)],
      { deposited: 0n, withdrawn: 0n, added: 18_00n, cash: 15_00n },
    ],
  ])("%s is no gain", (_case, movements, expected) => {
    const book = bookOf(...movements);
    expect(book).toMatchObject({ ...expected, realised: 0n });
  });

  test.each<[string, Movement[], bigint | undefined]>([
    [
      "of a purchase: as it was paid",
      [exchange(held("AUD", 500_00n), held("BTC", 9n), undefined, 5_00n)],
      5_00n,
    ],
    [
      "of a sale: as much a unit as what was sold, rounded down",
      [transfer("BTC", 1_000n, 1n), exchange(held("BTC", 1_000n), held("AUD", 98_01n), undefined, 10n)],
      99n,
    ],
    [
      "between two other currencies: by the worth of what was got",
      [transfer("NGN", 100n, 1n), exchange(held("NGN", 100n), held("BTC", 7n), 9_90n, 1n)],
      10n,
    ],
    [
      "of something whose worth is not known: not known",
      [transfer("NGN", 100n), exchange(held("NGN", 100n), held("BTC", 7n), undefined, 1n)],
      undefined,
    ],
    [
      "of a sale that was all fee: not known",
      [transfer("BTC", 1n, 1n), exchange(held("BTC", 1n), held("AUD", 0n), undefined, 1n)],
      undefined,
    ],
  ])("the fee %s", (_case, movements, fees) => {
    expect(bookOf(...movements).fees).toBe(fees);
  });
});

/** Movements that hold what they take: amounts are shares of what is there. */
const histories = fc.array(
  fc.record({
    what: fc.constantFrom("in", "out", "back", "returned", "ours", "buy", "sell", "gift", "swap"),
    coin: fc.constantFrom("BTC", "ETH", "NGN"),
    other: fc.constantFrom("SOL", "XRP"),
    share: fc.bigInt({ min: 1n, max: 100n }),
    feeShare: fc.bigInt({ min: 0n, max: 99n }),
    units: fc.bigInt({ min: 1n, max: 10n ** 17n }),
  }),
  { maxLength: 60 },
);
type Drawn = (typeof histories extends fc.Arbitrary<infer T> ? T : never)[number];

function movementOf(
  book: PortfolioBook,
  { what, coin, other, share, feeShare, units }: Drawn,
): Movement | undefined {
  const part = (of: bigint): bigint => (of * share) / 100n;
  const [cash, coins] = [part(book.cash), part(book.positions.get(coin)?.quantity ?? 0n)];
  const feeOf = (given: bigint): bigint => (given * feeShare) / 100n;
  switch (what) {
    case "in":
      return transfer("AUD", units);
    case "out":
      return cash > 0n ? transfer("AUD", -cash) : undefined;
    case "back":
      return cash > 0n ? moved("deposited", "AUD", -cash) : undefined;
    case "returned":
      return moved("withdrawn", "AUD", units);
    case "ours":
      return moved("added", coin, coins > 0n ? -coins : units, units / 2n);
    case "buy":
      return cash > 0n ? exchange(held("AUD", cash), held(coin, units), undefined, feeOf(cash)) : undefined;
    case "sell":
      return coins > 0n
        ? exchange(held(coin, coins), held("AUD", units), undefined, feeOf(coins))
        : undefined;
    case "gift":
      return transfer(coin, units, units / 3n);
    default:
      return coins > 0n
        ? exchange(held(coin, coins), held(other, units), units / 7n, feeOf(coins))
        : undefined;
  }
}

describe("figures add up, to the unit, whatever happens", () => {
  const KINDS = { AUD, BTC, ETH: BTC, NGN, SOL: BTC, XRP: BTC };
  /** Prices of one moment: anything from worthless to a billion a unit. */
  const prices = fc.record(
    Object.fromEntries(
      ["BTC", "ETH", "NGN", "SOL", "XRP"].map((code) => [
        code,
        fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 15n }), scale: fc.integer({ min: 0, max: 8 }) }),
      ]),
    ) as Record<"BTC" | "ETH" | "NGN" | "SOL" | "XRP", fc.Arbitrary<Rate>>,
  );
  type Prices = typeof prices extends fc.Arbitrary<infer T> ? T : never;

  const worthsOf = (book: PortfolioBook, at: Prices): bigint[] =>
    [...book.positions].map(([code, { quantity }]) => {
      const known = code as keyof Prices;
      return worthAt(quantity, KINDS[known], at[known], AUD);
    });
  const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);

  test("cash and costs are what came in and what was realised", () => {
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
          expect(book.cash + costs).toBe((netInOf(book) ?? 0n) + (book.realised ?? 0n));
        }
      }),
    );
  });

  test("in less out is put in; with what was added and the gain it is the worth; the gain is prices less fees", () => {
    fc.assert(
      fc.property(histories, prices, (drawn, at) => {
        const book = drawn.reduce((before, one) => {
          const movement = movementOf(before, one);
          return movement === undefined ? before : recordMovement(before, movement);
        }, openBook("AUD"));
        const values = worthsOf(book, at);
        const worth = book.cash + sumOf(values);
        const { deposited = 0n, withdrawn = 0n, added = 0n, realised = 0n } = book;
        const parts = gainPartsOf(book, worth);
        if (parts === undefined) throw new Error("every worth is known");
        expect(deposited - withdrawn + added + parts.gain).toBe(worth);
        expect(parts.prices - parts.fees).toBe(parts.gain);
        expect(parts.fees).toBeGreaterThanOrEqual(0n);
        // Held units above their cost, and the proceeds of sales: the same gain.
        const unrealised = [...book.positions.values()].map(
          ({ cost = 0n }, index) => (values[index] ?? 0n) - cost,
        );
        expect(sumOf(unrealised) + realised).toBe(parts.gain);
      }),
    );
  });

  test("gains of two times in a row are the gain of both", () => {
    const moment = fc.record({ worth: fc.bigInt({ min: 0n }), netIn: fc.bigInt() });
    fc.assert(
      fc.property(moment, moment, moment, (one, two, three) => {
        expect(gainBetween(one, two).gain + gainBetween(two, three).gain).toBe(gainBetween(one, three).gain);
      }),
    );
  });

  test("a purchase of today has lost its fee, however the price moved before it", () => {
    const book = bookOf(
      transfer("AUD", 500_00n),
      exchange(held("AUD", 500_00n), held("BTC", 322_522n), undefined, 5_00n),
    );
    const worth = worthAt(322_522n, BTC, rate("153626.7"), AUD);
    expect(worth).toBe(495_47n);
    expect(gainPartsOf(book, worth)).toEqual({ gain: -4_53n, fees: 5_00n, prices: 47n });
    const then = { worth: 0n, netIn: 0n };
    expect(gainBetween(then, { worth, netIn: 500_00n })).toEqual({ gain: -4_53n, base: 500_00n });
  });
});

describe("what an entry did", () => {
  const worth = ({ units }: Held): bigint => units * 2n;

  test.each([
    ["nothing", [], []],
    ["a deposit", [held("AUD", 5n)], [transfer("AUD", 5n)]],
    ["what leaves", [held("AUD", -5n)], [moved("deposited", "AUD", -5n)]],
    ["coins that come in, with their worth", [held("BTC", 5n)], [transfer("BTC", 5n, 10n)]],
    ["coins that go out", [held("BTC", -5n)], [moved("deposited", "BTC", -5n)]],
    ["a purchase", [held("AUD", -7n), held("BTC", 3n)], [exchange(held("AUD", 7n), held("BTC", 3n))]],
    ["a sale", [held("AUD", 7n), held("BTC", -3n)], [exchange(held("BTC", 3n), held("AUD", 7n))]],
    [
      "between two other currencies",
      [held("NGN", -7n), held("BTC", 3n)],
      [exchange(held("NGN", 7n), held("BTC", 3n), 6n)],
    ],
    ["two that come in", [held("AUD", 7n), held("BTC", 3n)], [transfer("AUD", 7n), transfer("BTC", 3n, 6n)]],
  ])("%s", (_case, changes, movements) => {
    expect(movementsOf({ changes, fee: 0n, purpose: "deposited" }, worth, "AUD")).toEqual(movements);
  });

  test("an exchange keeps its fee, and anything else what it was for", () => {
    const bought = { changes: [held("AUD", -7n), held("BTC", 3n)], fee: 2n, purpose: "deposited" } as const;
    expect(movementsOf(bought, worth, "AUD")).toEqual([
      exchange(held("AUD", 7n), held("BTC", 3n), undefined, 2n),
    ]);
    const ours = { changes: [held("AUD", 7n)], fee: 0n, purpose: "added" } as const;
    expect(movementsOf(ours, worth, "AUD")).toEqual([moved("added", "AUD", 7n)]);
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
