// Fee rates are in satoshi for 1,000 virtual bytes, so that they are whole numbers.

/** Nodes do not pass on transactions below 1 sat/vB. */
export const LOWEST_RATE = 1_000n;
/** Our own ceiling, whatever a node estimates: 200 sat/vB, the signer's. */
export const HIGHEST_RATE = 200_000n;
/** The signer's ceiling for the fee of one transaction, in satoshi, unless it is told another. */
export const HIGHEST_FEE = 100_000n;

/** An estimate within our own floor and ceiling. */
export const boundedRate = (rate: bigint): bigint =>
  rate < LOWEST_RATE ? LOWEST_RATE : rate > HIGHEST_RATE ? HIGHEST_RATE : rate;

/** Reads a rate in sat/vB with at most 3 decimals, such as `12.5`, or gives undefined. */
export function parseFeeRate(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^(\d{1,7})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(3, "0"));
}

/** A rate in sat/vB, without decimals that say nothing. */
export function formatFeeRate(rate: bigint): string {
  const text = rate.toString().padStart(4, "0");
  return `${text.slice(0, -3)}.${text.slice(-3)}`.replace(/\.?0+$/, "");
}

/** The fee for a size in virtual bytes, in satoshi, rounded up. */
export const feeOf = (size: number, rate: bigint): bigint => (BigInt(size) * rate + 999n) / 1_000n;

/** The rate that a fee is for a size, rounded down. */
export const rateOf = (fee: bigint, size: number): bigint => (fee * 1_000n) / BigInt(size);
