import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedPrice, decide, worthOfOrder, type Situation } from "./decide.ts";

const BTC = 100_000_000n;
const PRICE = 150_000n * 10n ** 10n;

type Changed = Partial<Omit<Situation, "limits">> & { readonly limits?: Partial<Situation["limits"]> };

const situation = (more: Changed = {}): Situation => ({
  position: -BTC,
  usedHour: 0n,
  usedDay: 0n,
  price: { bid: PRICE, ask: PRICE },
  rules: { priceDecimals: 2, amountDecimals: 8, least: 1n },
  ...more,
  limits: {
    target: 0n,
    band: BTC / 2n,
    order_min: BTC / 20n,
    order_max: (BTC * 2n) / 5n,
    max_slippage_bp: 15n,
    max_per_hour: 15_000_000n,
    max_per_day: 50_000_000n,
    ...more.limits,
  },
});

const order = (side: "buy" | "sell", amount: bigint, limit: bigint) => ({
  what: "order",
  side,
  amount,
  limit: limit * 10n ** 10n,
});
const nothing = (reason: string | null) => ({ what: "nothing", reason });

describe("a policy wants", () => {
  test.each([
    ["nothing inside its band", { position: -BTC / 2n }, nothing(null)],
    ["at most its largest order to buy", {}, order("buy", (BTC * 2n) / 5n, 150_225n)],
    ["to sell what is too much", { position: BTC }, order("sell", (BTC * 2n) / 5n, 149_775n)],
    [
      "to come back to the target, not to the edge",
      { position: -BTC, limits: { order_max: 10n * BTC, max_per_hour: 10n ** 12n, max_per_day: 10n ** 12n } },
      order("buy", BTC, 150_225n),
    ],
    [
      "no more than the rest of the hour",
      { usedHour: 15_000_000n - 1_502_250n },
      order("buy", BTC / 10n, 150_225n),
    ],
    [
      "nothing if the hour is used up",
      { usedHour: 15_000_000n },
      nothing("The limit of an hour is used up."),
    ],
    [
      "to sell no more than the rest of the hour at the best price that it may get",
      { position: BTC, usedHour: 15_000_000n - 1_502_250n },
      order("sell", BTC / 10n, 149_775n),
    ],
    ["nothing if the day is used up", { usedDay: 50_000_000n }, nothing("The limit of a day is used up.")],
    [
      "no order below the venue's smallest",
      { rules: { priceDecimals: 2, amountDecimals: 8, least: BTC } },
      nothing("The smallest order is larger than the gap."),
    ],
    [
      "whole steps of the venue",
      {
        rules: { priceDecimals: 0, amountDecimals: 0, least: 1n },
        position: -3n * BTC,
        limits: { order_max: (BTC * 5n) / 2n, max_per_hour: 10n ** 12n, max_per_day: 10n ** 12n },
      },
      order("buy", 2n * BTC, 150_225n),
    ],
    ["nothing about its target", { position: BTC, limits: { target: BTC } }, nothing(null)],
  ] as const)("%s", (_what, more, expected) => {
    expect(decide(situation(more as Changed))).toEqual(expected);
  });

  test("no order that passes a limit, or leads away from the target", () => {
    const coins = fc.bigInt({ min: -50n * BTC, max: 50n * BTC });
    const sum = fc.bigInt({ min: 0n, max: 10n ** 11n });
    fc.assert(
      fc.property(coins, coins, sum, sum, sum, sum, (position, target, hour, day, usedHour, usedDay) => {
        const asked = situation({
          position,
          usedHour,
          usedDay,
          limits: { target, max_per_hour: hour, max_per_day: day },
        });
        const decided = decide(asked);
        if (decided.what === "nothing") return;
        const counted = countedPrice(decided.side, decided.limit, asked.price, asked.limits);
        const worth = worthOfOrder(decided.amount, counted);
        expect(usedHour + worth).toBeLessThanOrEqual(hour);
        expect(usedDay + worth).toBeLessThanOrEqual(day);
        expect(decided.amount).toBeLessThanOrEqual(asked.limits.order_max);
        expect(decided.amount).toBeGreaterThanOrEqual(asked.limits.order_min);
        const after = position + (decided.side === "buy" ? decided.amount : -decided.amount);
        const [before, now] = [position - target, after - target];
        expect(now < 0n === before < 0n || now === 0n).toBe(true);
      }),
    );
  });
});
