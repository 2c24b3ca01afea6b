/** Amounts of the books, which may be below zero: decimal text at the currency's full precision, `-18.00`. */
import { displayDecimal } from "@wattle/exchange-core/display";

const decimalsOf = (amount: string): number => (amount.includes(".") ? amount.split(".")[1]?.length : 0) ?? 0;

/** For people: `−7,880.40`, with the currency where one is given. */
export const signedText = (amount: string, currency?: string): string =>
  `${displayDecimal(amount, decimalsOf(amount)).replace("-", "−")}${currency === undefined ? "" : ` ${currency}`}`;

/** The sum of amounts of one currency, written as they are; `0.00` of none. */
export function sumOf(amounts: readonly string[]): string {
  const [first = "0.00"] = amounts;
  const decimals = decimalsOf(first);
  const units = amounts.reduce((sum, amount) => sum + BigInt(amount.replace(".", "")), 0n);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

/** −1 where a is less than b, 0 where they are equal, 1 where it is more, however many decimals each has. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const units = (amount: string): bigint =>
    BigInt(amount.replace(".", "") + "0".repeat(decimals - decimalsOf(amount)));
  if (units(a) === units(b)) return 0;
  return units(a) < units(b) ? -1 : 1;
}

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);
