import { decimalText, magnitude } from "./decimal.ts";

/**
 * Part of whole in percent: signed text with 2 decimals (`1.24`, `-0.38`, `0.00`; never `-0.00`), rounded to the nearest
 * hundredth, halves away from zero: what is shown and not paid favours neither direction.
 *
 * @param whole above zero
 */
export function percentText(part: bigint, whole: bigint): string {
  const hundredths = (2n * magnitude(part) * 10_000n + whole) / (2n * whole);
  return decimalText(part < 0n ? -hundredths : hundredths, 2);
}

/**
 * How a whole is shared: tenths of a percent that add up to exactly 1,000. Each share is cut, and what is left goes to
 * those that lost most by it, the earlier of equals first. All zero if the whole is zero.
 *
 * @param parts each zero or more
 */
export function sharesOf(parts: readonly bigint[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole === 0n) return parts.map(() => 0);
  const cut = parts.map((part, index) => {
    const scaled = part * 1_000n;
    return { index, share: scaled / whole, lost: scaled % whole };
  });
  let left = 1_000n - cut.reduce((sum, { share }) => sum + share, 0n);
  const byLoss = cut.toSorted((a, b) => {
    if (a.lost === b.lost) return a.index - b.index;
    return a.lost > b.lost ? -1 : 1;
  });
  const shares = cut.map(({ share }) => share);
  for (const { index } of byLoss) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares.map((share) => Number.parseInt(share.toString(), 10));
}
