/** The order that a hedging policy wants, from figures only. Amounts of coins are smallest units, sums those of the home currency. */
import { divideUp, magnitude } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { EXACT_DECIMALS } from "../venues/exact.ts";

const WHOLE_BP = 10_000n;
const COIN_DECIMALS = 8;
const FIAT_DECIMALS = 2;
/** A coin's price in units of the tenth decimal, times its smallest units, in those of the home currency. */
const PRICED = powerOfTen(COIN_DECIMALS + EXACT_DECIMALS - FIAT_DECIMALS);

export interface Limits {
  readonly target: bigint;
  readonly band: bigint;
  readonly order_min: bigint;
  readonly order_max: bigint;
  readonly max_slippage_bp: bigint;
  readonly max_per_hour: bigint;
  readonly max_per_day: bigint;
}

export interface Situation {
  readonly limits: Limits;
  /** Coins that the house has, less those that customers own. */
  readonly position: bigint;
  /** Sums of the orders of the last hour and the last 24 hours. */
  readonly usedHour: bigint;
  readonly usedDay: bigint;
  /** The guarded price in units of the tenth decimal. */
  readonly price: { readonly bid: bigint; readonly ask: bigint };
  readonly rules: { readonly priceDecimals: number; readonly amountDecimals: number; readonly least: bigint };
}

export type Decision =
  | { readonly what: "nothing"; readonly reason: string | null }
  | {
      readonly what: "order";
      readonly side: "buy" | "sell";
      readonly amount: bigint;
      /** In units of the tenth decimal. */
      readonly limit: bigint;
    };

/** Worth of an order, rounded up. */
export const worthOfOrder = (amount: bigint, limit: bigint): bigint => divideUp(amount * limit, PRICED);

/** The farthest price that slippage allows, in whole steps of the venue's. */
export function limitPrice(
  side: "buy" | "sell",
  { bid, ask }: Situation["price"],
  { max_slippage_bp: slippage }: Pick<Limits, "max_slippage_bp">,
  priceDecimals: number,
): bigint {
  const step = powerOfTen(EXACT_DECIMALS - priceDecimals);
  return side === "buy"
    ? ((ask * (WHOLE_BP + slippage)) / (WHOLE_BP * step)) * step
    : divideUp(bid * (WHOLE_BP - slippage), WHOLE_BP * step) * step;
}

/** The price at which an order counts: a sale's limit is the least that it brings, and it may bring more. */
export function countedPrice(
  side: "buy" | "sell",
  limit: bigint,
  { bid }: Pick<Situation["price"], "bid">,
  { max_slippage_bp: slippage }: Pick<Limits, "max_slippage_bp">,
): bigint {
  const most = divideUp(bid * (WHOLE_BP + slippage), WHOLE_BP);
  return side === "sell" && most > limit ? most : limit;
}

export const isOutside = (position: bigint, { target, band }: Pick<Limits, "target" | "band">): boolean =>
  magnitude(position - target) > band;

const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b));

/** One order towards the target, if the position is outside its band and the limits leave room for it. */
export function decide({ limits, position, usedHour, usedDay, price, rules }: Situation): Decision {
  if (!isOutside(position, limits)) return { what: "nothing", reason: null };
  const gap = position - limits.target;
  const side = gap < 0n ? "buy" : "sell";
  const limit = limitPrice(side, price, limits, rules.priceDecimals);
  const wanted = least(magnitude(gap), limits.order_max);
  const smallest = limits.order_min > rules.least ? limits.order_min : rules.least;
  if (wanted < smallest) return { what: "nothing", reason: "The smallest order is larger than the gap." };
  const left = least(limits.max_per_hour - usedHour, limits.max_per_day - usedDay);
  const step = powerOfTen(COIN_DECIMALS - rules.amountDecimals);
  const counted = countedPrice(side, limit, price, limits);
  const affordable = left <= 0n || limit <= 0n ? 0n : (left * PRICED) / counted;
  const amount = (least(wanted, affordable) / step) * step;
  if (amount >= smallest) return { what: "order", side, amount, limit };
  const isHour = limits.max_per_hour - usedHour <= limits.max_per_day - usedDay;
  return { what: "nothing", reason: `The limit of ${isHour ? "an hour" : "a day"} is used up.` };
}
