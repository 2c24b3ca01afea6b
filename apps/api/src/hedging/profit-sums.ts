/**
 * The house's profit with a coin in a day. All sums are smallest units of the home currency; prices are in units of the tenth
 * decimal. The total is what the books say: the money that came and went, and the change of worth of the open position. Revaluation is
 * the part of it that no trade explains, so that the parts add up to the cent.
 */
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { exactUnits } from "../venues/exact.ts";

const PRICED = powerOfTen(16);

/** Worth of coins, rounded toward zero. @param units smallest units, of any sign */
export const worthAt = (units: bigint, price: bigint): bigint => (units * price) / PRICED;

/** One trade of a day: with a customer, or at a venue. */
export interface DayTrade {
  /** Coins that the house got; below zero if it gave them. */
  readonly coins: bigint;
  /** Money that it got; below zero if it paid. */
  readonly money: bigint;
  readonly spread: bigint;
  readonly fees: bigint;
  readonly slippage: bigint;
  readonly venueFees: bigint;
}

const NOTHING: DayTrade = { coins: 0n, money: 0n, spread: 0n, fees: 0n, slippage: 0n, venueFees: 0n };

/** A customer buys: the house gives coins for money, fee included. */
export const soldToCustomer = (coins: bigint, paid: bigint, fee: bigint, price: bigint): DayTrade => ({
  ...NOTHING,
  coins: -coins,
  money: paid,
  spread: paid - fee - worthAt(coins, price),
  fees: fee,
});

/** A customer sells: the house pays money for coins, fee included. */
export const boughtFromCustomer = (coins: bigint, paid: bigint, fee: bigint, price: bigint): DayTrade => ({
  ...NOTHING,
  coins,
  money: -paid,
  spread: worthAt(coins - fee, price) - paid,
  fees: worthAt(fee, price),
});

/** A trade at a venue. @param guard the price that it is measured by */
export function tradedAtVenue(
  side: "buy" | "sell",
  { coins, cost, fee }: { readonly coins: bigint; readonly cost: bigint; readonly fee: bigint },
  guard: bigint,
): DayTrade {
  const worth = worthAt(coins, guard);
  return {
    ...NOTHING,
    coins: side === "buy" ? coins : -coins,
    money: (side === "buy" ? -cost : cost) - fee,
    slippage: side === "buy" ? worth - cost : cost - worth,
    venueFees: -fee,
  };
}

/** Worth of a fill at the guarded price, less its cost: below zero if it cost more. */
export const slippageOf = ({
  side,
  amount: coins,
  cost,
  fee,
  guard_price,
}: {
  readonly side: "buy" | "sell";
  readonly amount: bigint;
  readonly cost: bigint;
  readonly fee: bigint;
  readonly guard_price: string;
}): bigint => tradedAtVenue(side, { coins, cost, fee }, exactUnits(guard_price)).slippage;

export interface Day {
  readonly trades: readonly DayTrade[];
  /** Position at its start and end, and coins that came or went without a trade. */
  readonly opening: bigint;
  readonly closing: bigint;
  readonly moved: bigint;
  readonly openingPrice: bigint;
  readonly closingPrice: bigint;
}

const sumOf = (trades: readonly DayTrade[], part: keyof DayTrade): bigint =>
  trades.reduce((sum, trade) => sum + trade[part], 0n);

/** Costs are below zero. */
export function profitOf({ trades, opening, closing, moved, openingPrice, closingPrice }: Day) {
  const [spread, fees] = [sumOf(trades, "spread"), sumOf(trades, "fees")];
  const [slippage, venueFees] = [sumOf(trades, "slippage"), sumOf(trades, "venueFees")];
  const total =
    worthAt(closing, closingPrice) -
    worthAt(opening, openingPrice) +
    sumOf(trades, "money") -
    worthAt(moved, closingPrice);
  return {
    spread,
    fees,
    slippage,
    venue_fees: venueFees,
    revaluation: total - spread - fees - slippage - venueFees,
    total,
  };
}
