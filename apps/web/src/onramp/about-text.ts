import {
  convert,
  displayAmount,
  invertRate,
  parseFeePercent,
  parseRate,
  prepareConversion,
  toAmount,
  type Amount,
  type Currency,
} from "@wattle/exchange-core";

/** Digits of an estimate: more would read as a promise. */
const KEPT_DIGITS = 3;

/**
 * About what an amount of money brings in a coin at a market price, rounded down to three digits: `0.00327`.
 * @param price of one coin, decimal text
 * @returns undefined if the price is none, or the amount too small or too large for the coin
 */
export function aboutText(paid: Amount, fiat: Currency, coin: Currency, price: string): string | undefined {
  const [rate, none] = [parseRate(price), parseFeePercent("0")];
  if (rate === undefined || none === undefined) return undefined;
  try {
    const units = convert(
      paid,
      prepareConversion({ from: fiat, to: coin, rate: invertRate(rate), fee: none }),
    );
    const digits = units.toString();
    const kept = BigInt(digits.slice(0, KEPT_DIGITS).padEnd(digits.length, "0"));
    return kept > 0n ? displayAmount(toAmount(kept, coin), coin).replace(/\.?0+$/, "") : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
