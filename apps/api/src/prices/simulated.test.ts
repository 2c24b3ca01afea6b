import { formatRate } from "@wattle/exchange-core/rate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimulatedSource, simulatedRateAt } from "./simulated.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const ORIGIN_MS = Date.UTC(2026, 0, 1);
const TICK_MS = 3_000;
const DAY_MS = 86_400_000;
const SEED = "wattle";

const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) });
const seedText = fc.string({ unit: "grapheme", maxLength: 20 });
const symbolName = fc.constantFrom("BTC", "ETH");

/** The price in cents, read from its decimal text. */
function cents(symbol: string, epochMs: number, seed = SEED): bigint {
  const [whole = "", fraction = ""] = formatRate(simulatedRateAt(symbol, "AUD", epochMs, seed).bid).split(
    ".",
  );
  expect(fraction.length).toBeLessThanOrEqual(2);
  return BigInt(whole + fraction.padEnd(2, "0"));
}

const START_CENTS: Record<string, bigint> = { BTC: 15_000_000n, ETH: 500_000n };
const startCents = (symbol: string): bigint => START_CENTS[symbol] ?? 0n;

describe("the walk", () => {
  test.each([
    ["BTC", "AUD", "150000"],
    ["ETH", "AUD", "5000"],
    ["BTC", "NGN", "150000000"],
    ["ETH", "NGN", "5000000"],
  ])("of %s/%s starts at %s whatever the seed", (symbol, currency, expected) => {
    for (const seed of ["", "wattle", "another"]) {
      expect(formatRate(simulatedRateAt(symbol, currency, ORIGIN_MS, seed).bid)).toBe(expected);
    }
  });

  test("stays within 30 % of its start for every seed at every time, with 2 decimals", () => {
    fc.assert(
      fc.property(symbolName, instant, seedText, (symbol, epochMs, seed) => {
        const price = cents(symbol, epochMs, seed);
        const start = startCents(symbol);
        expect(price * 10n >= start * 7n && price * 10n <= start * 13n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("is the same for the same seed and time", () => {
    fc.assert(
      fc.property(symbolName, instant, seedText, (symbol, epochMs, seed) => {
        expect(simulatedRateAt(symbol, "AUD", epochMs, seed)).toEqual(
          simulatedRateAt(symbol, "AUD", epochMs, seed),
        );
      }),
    );
  });

  test("never changes between releases: a restarted installation goes on where it was", () => {
    const prices = [0, 3_000, DAY_MS, 100 * DAY_MS].map((later) =>
      ["BTC", "ETH"].map((symbol) => formatRate(simulatedRateAt(symbol, "AUD", NOON_MS + later, SEED).bid)),
    );
    expect(prices).toMatchInlineSnapshot(`
      [
        [
          "151426.27",
          "5560.88",
        ],
        [
          "151440.2",
          "5561.33",
        ],
        [
          "154244.04",
          "5588.59",
        ],
        [
          "158609.48",
          "5480.31",
        ],
      ]
    `);
  });

  test("differs between seeds and between currencies", () => {
    expect(cents("BTC", NOON_MS, "one")).not.toBe(cents("BTC", NOON_MS, "two"));
    expect(cents("BTC", NOON_MS)).not.toBe(cents("ETH", NOON_MS) * 30n);
  });

  test("holds for a tick of 3 seconds, then moves by less than 0.06 %", () => {
    fc.assert(
      fc.property(symbolName, instant, (symbol, epochMs) => {
        const tickMs = Math.floor(epochMs / TICK_MS) * TICK_MS;
        const price = cents(symbol, tickMs);
        expect(cents(symbol, tickMs + TICK_MS - 1)).toBe(price);
        const move = cents(symbol, tickMs + TICK_MS) - price;
        expect((move < 0n ? -move : move) * 10_000n).toBeLessThan(startCents(symbol) * 6n);
      }),
    );
  });

  test("looks alive: nearly every tick has a price of its own, and a day moves neither nothing nor wildly", () => {
    const hour = Array.from({ length: 1_200 }, (_, tick) => cents("BTC", NOON_MS + tick * TICK_MS));
    expect(new Set(hour).size).toBeGreaterThan(1_000);
    const days = Array.from({ length: 365 }, (_, day) => cents("BTC", ORIGIN_MS + day * DAY_MS));
    const moves = days.slice(1).map((price, at) => {
      const move = price - (days[at] ?? 0n);
      return move < 0n ? -move : move;
    });
    const typical = moves.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor(moves.length / 2)] ?? 0n;
    // The middle day's move: between 0.5 % and 5 % of the start price.
    expect(typical).toBeGreaterThan(startCents("BTC") / 200n);
    expect(typical).toBeLessThan(startCents("BTC") / 20n);
    // Over a year it uses its range rather than hugging the start.
    const spread = days.reduce((a, b) => (a > b ? a : b)) - days.reduce((a, b) => (a < b ? a : b));
    expect(spread).toBeGreaterThan(startCents("BTC") / 10n);
  });

  test("in NGN is exactly 1000 times the walk in AUD", () => {
    fc.assert(
      fc.property(symbolName, instant, (symbol, epochMs) => {
        const naira = formatRate(simulatedRateAt(symbol, "NGN", epochMs, SEED).bid);
        expect(BigInt(naira) * 100n).toBe(cents(symbol, epochMs) * 1_000n);
      }),
    );
  });

  test("has the time its price began, at most one tick ago", () => {
    fc.assert(
      fc.property(instant, (epochMs) => {
        const { timestamp } = simulatedRateAt("BTC", "AUD", epochMs, SEED);
        expect(Number.isInteger(timestamp)).toBe(true);
        const age = epochMs - timestamp * 1000;
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThan(TICK_MS);
      }),
    );
  });
});

describe("the source", () => {
  test("gives the walk's price at the present of its clock", async () => {
    let nowMs = NOON_MS;
    const source = createSimulatedSource({ seed: "demo", now: () => nowMs });
    const { signal } = new AbortController();
    expect(await source.fetchRate("BTC", "AUD", signal)).toEqual(
      simulatedRateAt("BTC", "AUD", nowMs, "demo"),
    );
    nowMs += DAY_MS;
    expect(await source.fetchRate("ETH", "NGN", signal)).toEqual(
      simulatedRateAt("ETH", "NGN", nowMs, "demo"),
    );
    expect(source.name).toBe("simulated");
  });

  test("gives its past with its own seed", () => {
    const source = createSimulatedSource({ seed: "demo", now: () => NOON_MS });
    expect(source.rateAt("BTC", "NGN", NOON_MS - DAY_MS)).toEqual(
      simulatedRateAt("BTC", "NGN", NOON_MS - DAY_MS, "demo"),
    );
  });

  test.each([
    ["LTC", "AUD", "0.7 to 1.3 times its start"],
    ["__proto__", "NZD", "a price too"],
    ["toString", "AUD", "a price of its own"],
  ])("any coin has a price that its code decides: %s/%s has %s", (symbol, currency) => {
    const start = simulatedRateAt(symbol, currency, ORIGIN_MS, "one").bid;
    expect(simulatedRateAt(symbol, currency, ORIGIN_MS, "two").bid).toEqual(start);
    const cent = (epochMs: number): bigint => {
      const { digits, scale } = simulatedRateAt(symbol, currency, epochMs, SEED).bid;
      return digits * 10n ** BigInt(2 - scale);
    };
    expect(cent(ORIGIN_MS) >= 100n && cent(ORIGIN_MS) < 100_000n).toBe(true);
    expect(cent(NOON_MS) * 10n >= cent(ORIGIN_MS) * 7n && cent(NOON_MS) * 10n <= cent(ORIGIN_MS) * 13n).toBe(
      true,
    );
  });
});
