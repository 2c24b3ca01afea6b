/** Amounts of the books, which may be below zero: decimal text at the currency's full precision, `-18.00`. */
import { countDecimals, sumDecimals } from "@wattle/exchange-core/decimal";
import { displayDecimal, displayExact, withMinus } from "@wattle/exchange-core/display";

/** For people: `−7,880.40`, with the currency if one is given. */
export const signedText = (amount: string, currency?: string): string =>
  `${withMinus(displayExact(amount))}${currency === undefined ? "" : ` ${currency}`}`;

/** A number of things: `1,204`. */
export const countText = (count: number): string => displayDecimal(String(count), 0);

/** Room after an amount with fewer decimals: it brings points below each other. */
export function missingDecimals(amount: string, decimals: number): string {
  const own = countDecimals(amount);
  return `${own === 0 && decimals > 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}

/** The sum of amounts of one currency, with at least two decimals. */
export const sumOf = (amounts: readonly string[]): string => sumDecimals(["0.00", ...amounts]);
