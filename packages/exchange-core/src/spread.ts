import { decimalText, divideUp, magnitude } from "./decimal.ts";
import { parseFeePercent, type FeePercent } from "./fee.ts";
import { powerOfTen } from "./power-of-ten.ts";
import { commonDigits, invertRate, scaleRate, type Rate } from "./rate.ts";

/** Others' buying price (`bid`) and selling price (`ask`) for one coin, in a fiat currency. */
export interface MarketPrice {
  readonly bid: Rate;
  readonly ask: Rate;
}

/** A spread is given in basis points: hundredths of a percent, a whole number from 0 to 1,000. */
const WHOLE = 10_000n;

/**
 * The price at which a customer sells one coin: bid × (10,000 − spread) / 10,000, rounded down.
 *
 * @param spread basis points
 */
export function saleRate({ bid }: MarketPrice, spread: number): Rate {
  return spread === 0 ? bid : scaleRate(bid, { numerator: WHOLE - BigInt(spread), tens: 4 }, "down");
}

/**
 * The price at which a customer buys one coin: ask × (10,000 + spread) / 10,000, rounded up.
 *
 * @param spread basis points
 */
export function purchasePrice({ ask }: MarketPrice, spread: number): Rate {
  return spread === 0 ? ask : scaleRate(ask, { numerator: WHOLE + BigInt(spread), tens: 4 }, "up");
}

/** Coins for one unit of fiat: the inverse of {@link purchasePrice}, rounded down. */
export function purchaseRate(market: MarketPrice, spread: number): Rate {
  return invertRate(purchasePrice(market, spread));
}

const LARGEST_PERCENT = 99_9999n;

/**
 * How far a customer's price of one coin is from the middle of the market, (bid + ask) / 2, in percent of it, rounded up
 * to 4 decimals: what bid, ask and spread cost together. Zero only if the price is the middle itself.
 */
export function spreadPercent(price: Rate, { bid, ask }: MarketPrice): FeePercent {
  const [paid = 0n, buying = 0n, selling = 0n] = commonDigits([price, bid, ask]);
  // Twice the middle, so that it needs no half.
  const middle = buying + selling;
  const rounded = divideUp(magnitude(2n * paid - middle) * powerOfTen(6), middle);
  const units = rounded > LARGEST_PERCENT ? LARGEST_PERCENT : rounded;
  const percent = parseFeePercent(decimalText(units, 4));
  if (percent === undefined) throw new RangeError(`${units} ten-thousandths of a percent are no percentage`);
  return percent;
}
