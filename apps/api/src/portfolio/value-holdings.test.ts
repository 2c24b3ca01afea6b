import { currencyOf } from "@wattle/contracts/markets";
import {
  openBook,
  recordMovement,
  type Movement,
  type PortfolioBook,
  type Step,
} from "@wattle/exchange-core/portfolio";
import { parseRate } from "@wattle/exchange-core/rate";
import { describe, expect, test } from "vitest";
import type { PortfolioState } from "../portfolio-books/portfolio-books.ts";
import { dayGain, valueHoldings, type Moment } from "./value-holdings.ts";

const HOUR = 3_600_000;
const NOW = 20_000 * 24 * HOUR;

/** The step, and how many hours ago it was. */
type Past = readonly [hoursAgo: number, movement: Movement];

const moved = (
  purpose: "deposited" | "withdrawn" | "added",
  units: bigint,
  currency = "AUD",
  worth?: bigint,
): Movement => ({ kind: "transfer", purpose, currency, units, worth });
const buy = (paid: bigint, units: bigint, fee: bigint): Movement => ({
  kind: "exchange",
  from: { currency: "AUD", units: paid },
  to: { currency: "BTC", units },
  fee,
});
const sell = (units: bigint, got: bigint, fee: bigint): Movement => ({
  kind: "exchange",
  from: { currency: "BTC", units },
  to: { currency: "AUD", units: got },
  fee,
});

/** The books after what happened, as they were kept. */
function stateOf(past: readonly Past[]): PortfolioState {
  let book: PortfolioBook = openBook("AUD");
  const [cash, coins, netIn]: [Step[], Step[], Step[]] = [[], [], []];
  for (const [hoursAgo, movement] of past) {
    const at = NOW - hoursAgo * HOUR;
    const before = book;
    book = recordMovement(book, movement);
    const { deposited = 0n, withdrawn = 0n, added = 0n } = book;
    const units = (of: PortfolioBook): bigint => of.positions.get("BTC")?.quantity ?? 0n;
    if (book.cash !== before.cash) cash.push({ at, units: book.cash });
    if (units(book) !== units(before)) coins.push({ at, units: units(book) });
    netIn.push({ at, units: deposited - withdrawn + added });
  }
  const steps = new Map([
    ["AUD", cash],
    ["BTC", coins],
  ]);
  return { assumed: new Set(), book, netIn, steps: new Map([...steps].filter(([, all]) => all.length > 0)) };
}

function momentOf(now: string | undefined, dayAgo?: string): Moment {
  const home = currencyOf("AUD");
  const price = now === undefined ? undefined : parseRate(now);
  if (home === undefined) throw new Error("AUD is a currency of every installation");
  const prices = new Map(
    price === undefined
      ? []
      : [["BTC", { now: price, dayAgo: dayAgo === undefined ? undefined : parseRate(dayAgo) }] as const],
  );
  return { home, now: NOW, prices };
}

const figuresOf = (past: readonly Past[], moment: Moment) => valueHoldings(stateOf(past), moment, new Map());

const FIRST_DAY: readonly Past[] = [
  [1, moved("deposited", 500_00n)],
  [0.2, buy(500_00n, 322_522n, 5_00n)],
];
const OLD: readonly Past[] = [
  [100, moved("deposited", 10_000_00n)],
  [99, buy(1_000_00n, 1_000_000n, 10_00n)],
];

describe("the change over 24 hours", () => {
  test.each<[string, readonly Past[], Moment, ReturnType<typeof dayGain>]>([
    [
      "of a first day is since the purchase: the fee is in it, the price before it is not",
      FIRST_DAY,
      momentOf("153626.7", "150000"),
      { amount: "-4.53", percent: "-0.91", since: "purchase" },
    ],
    [
      "of coins owned for longer is what the price did",
      OLD,
      momentOf("103000", "101000"),
      { amount: "20.00", percent: "0.20", since: "day" },
    ],
    [
      "counts coins bought meanwhile from what was paid for them",
      [...OLD, [2, buy(500_00n, 490_000n, 5_00n)]],
      momentOf("103000", "101000"),
      // 10,000 more a coin would be 29.80 on what is owned now.
      { amount: "24.70", percent: "0.25", since: "day" },
    ],
    [
      "counts coins sold meanwhile until they were sold",
      [...OLD, [2, sell(1_000_000n, 1_005_00n, 10_000n)]],
      momentOf("200000", "101000"),
      { amount: "-5.00", percent: "-0.05", since: "day" },
    ],
    [
      "counts neither deposits nor withdrawals nor what the house added",
      [
        ...OLD,
        [3, moved("deposited", 700_00n)],
        [2, moved("withdrawn", -300_00n)],
        [1, moved("added", 5_00n)],
      ],
      momentOf("103000", "101000"),
      { amount: "20.00", percent: "0.19", since: "day" },
    ],
    ["of money without coins is nothing", [[30, moved("deposited", 5_00n)]], momentOf("1"), null],
    ["is not known without a price of then", OLD, momentOf("103000"), null],
    ["is not known without a price of now", OLD, momentOf(undefined), null],
    ["of nothing is nothing", [], momentOf("1"), null],
  ])("%s", (_case, past, moment, expected) => {
    expect(figuresOf(past, moment).change_24h).toEqual(expected);
  });
});

describe("what was put in, and what became of it", () => {
  test.each<[string, readonly Past[], Moment, object]>([
    [
      "a first purchase",
      FIRST_DAY,
      momentOf("153626.7"),
      {
        total: "495.47",
        put_in: "500.00",
        added: "0.00",
        gain: { amount: "-4.53", percent: "-0.91" },
        gain_parts: { fees: "5.00", prices: "0.47" },
      },
    ],
    [
      "coins sold at a loss, and everything withdrawn",
      [...FIRST_DAY, [0.1, sell(322_522n, 480_00n, 3_226n)], [0, moved("withdrawn", -480_00n)]],
      momentOf("153626.7"),
      {
        total: "0.00",
        deposited: "500.00",
        withdrawn: "480.00",
        put_in: "20.00",
        gain: { amount: "-20.00", percent: "-100.00" },
        // 480.00 for 0.00319296 BTC: the fee of 0.00003226 BTC was worth 4.84.
        gain_parts: { fees: "9.84", prices: "-10.16" },
        holdings: [],
      },
    ],
    [
      "more taken out than put in",
      [...OLD, [98, sell(1_000_000n, 3_000_00n, 0n)], [97, moved("withdrawn", -12_000_00n)]],
      momentOf("1"),
      {
        total: "0.00",
        put_in: "-2000.00",
        gain: { amount: "2000.00", percent: null },
        gain_parts: { fees: "10.00", prices: "2010.00" },
      },
    ],
    [
      "a deposit that the bank took back",
      [
        [2, moved("deposited", 500_00n)],
        [1, moved("deposited", -500_00n)],
      ],
      momentOf("1"),
      { total: "0.00", deposited: "0.00", withdrawn: "0.00", put_in: "0.00", gain: { amount: "0.00" } },
    ],
    [
      "coins of a card payment",
      [[2, moved("deposited", 1_000_000n, "BTC", 1_050_00n)]],
      momentOf("100000"),
      { put_in: "1050.00", gain: { amount: "-50.00" }, gain_parts: { fees: "0.00", prices: "-50.00" } },
    ],
    [
      "what the house added is neither put in nor a gain",
      [...FIRST_DAY, [0.1, moved("added", 20_00n)]],
      momentOf("153626.7"),
      { total: "515.47", put_in: "500.00", added: "20.00", gain: { amount: "-4.53" } },
    ],
    [
      "coins whose worth was not known",
      [[2, moved("deposited", 1_000_000n, "BTC")]],
      momentOf("100000"),
      { total: "1000.00", put_in: null, gain: null, gain_parts: null },
    ],
  ])("%s", (_case, past, moment, expected) => {
    expect(figuresOf(past, moment)).toMatchObject(expected);
  });
});
