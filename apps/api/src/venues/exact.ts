/** Amounts of venues, which have more decimals than the books: exact, in units of the tenth decimal. */
import { decimalText, trimDecimals } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { VenueError } from "./venue.ts";

export const EXACT_DECIMALS = 10;

const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d{1,30}))?$/;

/** @throws VenueError `garbage` for what is no plain decimal, or has more than ten decimals that are not zero */
export function exactUnits(text: string): bigint {
  const [, sign, whole = "", fraction = ""] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || /[1-9]/.test(fraction.slice(EXACT_DECIMALS)))
    throw new VenueError("garbage", "The venue said an amount that can’t be read.");
  const units = BigInt(whole + fraction.slice(0, EXACT_DECIMALS).padEnd(EXACT_DECIMALS, "0"));
  return sign === "-" ? -units : units;
}

/** Without zeros at the end: `0.5`. */
export const exactText = (units: bigint): string => trimDecimals(decimalText(units, EXACT_DECIMALS));

/** Smallest units of a currency with so many decimals as exact ones. */
export const toExact = (units: bigint, decimals: number): bigint =>
  units * powerOfTen(EXACT_DECIMALS - decimals);

/** The quotient rounded down, below zero too. @param divisor above zero */
export const floorDivide = (units: bigint, divisor: bigint): bigint =>
  units / divisor - (units % divisor < 0n ? 1n : 0n);

/** Exact units in a currency's smallest ones, cut off toward zero. */
export const fromExact = (units: bigint, decimals: number): bigint =>
  units / powerOfTen(EXACT_DECIMALS - decimals);
