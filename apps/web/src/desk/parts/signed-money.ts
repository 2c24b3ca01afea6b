/** Amounts of the books, which may be below zero: decimal text at the currency's full precision, `-18.00`. */
import { displayDecimal } from "@wattle/exchange-core/display";

const decimalsOf = (amount: string): number => (amount.includes(".") ? amount.split(".")[1]?.length : 0) ?? 0;

/** For people: `−7,880.40`, with the currency if one is given. */
export const signedText = (amount: string, currency?: string): string =>
  `${displayDecimal(amount, decimalsOf(amount)).replace("-", "−")}${currency === undefined ? "" : ` ${currency}`}`;

export const mostDecimals = (amounts: readonly string[]): number => Math.max(0, ...amounts.map(decimalsOf));

/** Room after an amount with fewer decimals: it brings points below each other. */
export function missingDecimals(amount: string, decimals: number): string {
  const own = decimalsOf(amount);
  return `${own === 0 && decimals > 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}

/** An amount without its point, as if it had so many decimals. */
const unitsOf = (amount: string, decimals: number): bigint =>
  BigInt(amount.replace(".", "") + "0".repeat(decimals - decimalsOf(amount)));

/** The sum of amounts of one currency, with the decimals of the one that has most; `0.00` of none. */
export function sumOf(amounts: readonly string[]): string {
  const decimals = amounts.length === 0 ? 2 : mostDecimals(amounts);
  const units = amounts.reduce((sum, amount) => sum + unitsOf(amount, decimals), 0n);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

export const negated = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/** −1 if a is less than b, 0 if they are equal, 1 if it is more, however many decimals each has. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const [one, other] = [unitsOf(a, decimals), unitsOf(b, decimals)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** By how many whole percent an amount above zero changed: -18n from 100.00 to 81.50. */
export function percentChange(from: string, to: string): bigint {
  const decimals = Math.max(decimalsOf(from), decimalsOf(to));
  const before = unitsOf(from, decimals);
  return ((unitsOf(to, decimals) - before) * 100n) / before;
}

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);
