import { decimalText, divideUp } from "./decimal.ts";
import { powerOfTen } from "./power-of-ten.ts";

/**
 * Worth of one unit of one currency in another: digits / 10^scale.
 *
 * Always above zero, at most 18 significant digits (zeros at either end do not count), between 10^-30 and 10^30
 * inclusive, and normalised: scale ≥ 0, and digits end in a zero only when scale is 0. Equal rates have equal fields.
 */
export interface Rate {
  readonly digits: bigint;
  readonly scale: number;
}

const SIGNIFICANT_DIGITS = 18;
const MAX_MAGNITUDE = 30;
const MAX_EXPONENT_DIGITS = 9;

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const DECIMAL_WITH_EXPONENT = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?)([0-9]+))?$/;

/**
 * Reads a plain decimal as a rate, exactly. Undefined for zero, a sign, an exponent, `NaN` and other junk, more than
 * 18 significant digits, and values outside 10^-30 … 10^30.
 */
export function parseRate(text: string): Rate | undefined {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = withoutTrailingZeros(digits);
  if (significant === "" || significant.length > SIGNIFICANT_DIGITS) return undefined;
  return rateWithin(BigInt(significant), fraction.length - (digits.length - significant.length));
}

/**
 * Reads a decimal text of any length as a rate, cut to 18 significant digits (rounded toward zero). An exponent as in
 * a JSON number is accepted. Undefined for zero, a sign, junk, and values outside 10^-30 … 10^30.
 */
export function truncateRate(text: string): Rate | undefined {
  const match = DECIMAL_WITH_EXPONENT.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = "", exponentSign = "", exponentDigits = ""] = match;
  const magnitude = exponentDigits.replace(/^0+/, "");
  if (magnitude.length > MAX_EXPONENT_DIGITS) return undefined;
  const exponent = magnitude === "" ? 0 : Number.parseInt(exponentSign + magnitude, 10);
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = withoutTrailingZeros(digits.slice(0, SIGNIFICANT_DIGITS));
  if (kept === "") return undefined;
  return rateWithin(BigInt(kept), fraction.length - exponent - (digits.length - kept.length));
}

/** The rate as a plain decimal, without an exponent: `150000`, `0.00000666666666666666667`. `parseRate` reads it back. */
export function formatRate(rate: Rate): string {
  return decimalText(rate.digits, rate.scale);
}

/**
 * 1 / rate with 18 significant digits, rounded down, so that rate × inverse is never above 1.
 * The inverse of an inverse is therefore never below the first rate, and equals it whenever the inverse was exact.
 */
export function invertRate(rate: Rate): Rate {
  // The quotient has 19 or 20 digits: enough for 18 significant ones, and cutting twice is cutting once.
  const shift = rate.digits.toString().length + SIGNIFICANT_DIGITS;
  return cutToSignificant(powerOfTen(shift) / rate.digits, shift - rate.scale);
}

/**
 * a × b with 18 significant digits, rounded down: the way from A to C through B.
 *
 * @throws RangeError when the product is outside 10^-30 … 10^30.
 */
export function multiplyRates(a: Rate, b: Rate): Rate {
  return cutToSignificant(a.digits * b.digits, a.scale + b.scale);
}

/**
 * a / b with 18 significant digits, rounded down: what one unit is worth in another, from what a third is worth in both.
 *
 * @throws RangeError when the quotient is outside 10^-30 … 10^30.
 */
export function divideRates(a: Rate, b: Rate): Rate {
  // The quotient has at least 18 digits, and cutting twice is cutting once.
  const shift = b.digits.toString().length + SIGNIFICANT_DIGITS;
  return cutToSignificant((a.digits * powerOfTen(shift)) / b.digits, a.scale - b.scale + shift);
}

/** Several rates in units of the last decimal of the one that has most, so that they can be compared and subtracted. */
export function commonDigits(rates: readonly Rate[]): bigint[] {
  const scale = Math.max(0, ...rates.map((rate) => rate.scale));
  return rates.map((rate) => rate.digits * powerOfTen(scale - rate.scale));
}

/** Below zero if a is the lower rate, above zero if it is the higher, zero if they are equal. */
export function compareRates(a: Rate, b: Rate): -1 | 0 | 1 {
  const [left, right] = [a.digits * powerOfTen(b.scale), b.digits * powerOfTen(a.scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * rate × numerator / 10^tens with 18 significant digits.
 *
 * @param factor above zero
 * @throws RangeError when the result is outside 10^-30 … 10^30.
 */
export function scaleRate(
  rate: Rate,
  factor: { readonly numerator: bigint; readonly tens: number },
  rounding: "down" | "up",
): Rate {
  return cutToSignificant(rate.digits * factor.numerator, rate.scale + factor.tens, rounding);
}

function cutToSignificant(digits: bigint, scale: number, rounding: "down" | "up" = "down"): Rate {
  const excess = Math.max(0, digits.toString().length - SIGNIFICANT_DIGITS);
  const unit = powerOfTen(excess);
  const cut = rounding === "up" ? divideUp(digits, unit) : digits / unit;
  const text = cut.toString();
  const kept = withoutTrailingZeros(text);
  const rate = rateWithin(BigInt(kept), scale - excess - (text.length - kept.length));
  if (rate === undefined) throw new RangeError("a rate must lie between 10^-30 and 10^30");
  return rate;
}

/** digits (without trailing zeros) / 10^scale, where scale may be negative; undefined outside the range of rates. */
function rateWithin(digits: bigint, scale: number): Rate | undefined {
  // value = d.ddd × 10^order
  const order = digits.toString().length - 1 - scale;
  if (order < -MAX_MAGNITUDE || order > MAX_MAGNITUDE || (order === MAX_MAGNITUDE && digits !== 1n))
    return undefined;
  return scale < 0 ? { digits: digits * powerOfTen(-scale), scale: 0 } : { digits, scale };
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
