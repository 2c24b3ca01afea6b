/**
 * Plain decimals of any size, with a minus sign if below zero: `-18.00`. Unlike an `Amount` they have no currency and
 * are not limited to 64 bits.
 */

/** Units of the last of `decimals` decimals as a plain decimal with exactly so many of them: (`-5n`, 2) is `-0.05`. */
export function decimalText(units: bigint, decimals: number): string {
  const digits = magnitude(units)
    .toString()
    .padStart(decimals + 1, "0");
  const sign = units < 0n ? "-" : "";
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A plain decimal in units of the last of `decimals` decimals, the rest cut off toward zero. */
export function decimalUnits(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** Decimals of a plain decimal: 2 for `10.00`, 0 for `10`. */
export function countDecimals(text: string): number {
  const point = text.indexOf(".");
  return point === -1 ? 0 : text.length - point - 1;
}

/** Decimals of the one that has most, 0 if there is none. */
export function mostDecimals(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(countDecimals));
}

/** A plain decimal without zeros at the end of its decimals: `0.5` for `0.50`, `10` for `10.00`. */
export function trimDecimals(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The sum, with the decimals of the one that has most; `0` of none. */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = mostDecimals(texts);
  return decimalText(
    texts.reduce((sum, text) => sum + decimalUnits(text, decimals), 0n),
    decimals,
  );
}

/** −1 if a is less than b, 0 if they are equal, 1 if it is more. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const decimals = mostDecimals([a, b]);
  const [one, other] = [decimalUnits(a, decimals), decimalUnits(b, decimals)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export const isNegative = (text: string): boolean => text.startsWith("-");

export const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** `-18.00` for `18.00` and the other way round. */
export const negate = (text: string): string => (isNegative(text) ? text.slice(1) : `-${text}`);

/** `18.00` for both `18.00` and `-18.00`. */
export const withoutSign = (text: string): string => (isNegative(text) ? text.slice(1) : text);

/** A bigint without its sign. */
export const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** The quotient rounded up. @param numerator zero or more @param denominator above zero */
export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;
