import { decimalText } from "./decimal.ts";
import { powerOfTen } from "./power-of-ten.ts";

/** A fee in percent: digits / 10^scale, with 0 ≤ fee < 100 and scale ≤ 4, no trailing zeros in the decimals. */
export interface FeePercent {
  readonly digits: bigint;
  readonly scale: number;
}

const FEE = /^(0|[1-9][0-9]?)(?:\.([0-9]{1,4}))?$/;

/** Reads a percentage such as `1.5`: 0 or more, below 100, at most 4 decimals, no sign or exponent; else undefined. */
export function parseFeePercent(text: string): FeePercent | undefined {
  const match = FEE.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  const decimals = fraction.replace(/0+$/, "");
  return { digits: BigInt(whole + decimals), scale: decimals.length };
}

/** The percentage as a plain decimal without needless zeros: `1.5`, `0`, `0.25`. */
export function formatFeePercent(fee: FeePercent): string {
  return decimalText(fee.digits, fee.scale);
}

/** Rest of one unit after the fee, (100 − fee) / 100, as an exact fraction above 0 and at most 1. */
export function feeFactor(fee: FeePercent): { readonly numerator: bigint; readonly denominator: bigint } {
  const denominator = powerOfTen(fee.scale + 2);
  return { numerator: denominator - fee.digits, denominator };
}
