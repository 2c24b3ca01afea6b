import type { Chain } from "./chains.ts";

/** Blocks for which a target stays. */
export const PERIOD = 2016;
const PERIOD_SECONDS = 1_209_600;
const LATE_SECONDS = 1200;

/** A block, as far as the target of the next one depends on it. */
export interface WorkedBlock {
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  readonly bits: number;
}

/** The target that a header's bits stand for: 0n for bits that no hash can meet. */
export function targetOf(bits: number): bigint {
  const size = bits >>> 24;
  const isNegative = (bits & 0x80_00_00) !== 0;
  if (isNegative) return 0n;
  const digits = BigInt(bits & 0x7f_ff_ff);
  const target = size <= 3 ? digits >> BigInt(8 * (3 - size)) : digits << BigInt(8 * (size - 3));
  return target >= 1n << 256n ? 0n : target;
}

/** A target in the form that headers have, which rounds it down. */
export function bitsOf(target: bigint): number {
  let size = Math.ceil(target.toString(16).length / 2);
  const top = size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3));
  let digits = Number.parseInt(String(top), 10);
  // The highest bit is a sign.
  if ((digits & 0x80_00_00) !== 0) {
    digits >>>= 8;
    size += 1;
  }
  return ((size << 24) | digits) >>> 0;
}

/** How many hashes it takes on average to meet a target: of two branches, the one with more of it counts. */
export const workOf = (bits: number): bigint => {
  const target = targetOf(bits);
  return target === 0n ? 0n : (1n << 256n) / (target + 1n);
};

/** Whether a block's hash meets its own target, and the target is one of the chain. */
export function hasProofOfWork(
  { easiestBits }: Pick<Chain, "easiestBits">,
  hash: string,
  bits: number,
): boolean {
  const target = targetOf(bits);
  return target > 0n && target <= targetOf(easiestBits) && BigInt(`0x${hash}`) <= target;
}

/** The target after a period, from the times of its first and last block. */
function retargeted(
  { easiestBits }: Pick<Chain, "easiestBits">,
  first: WorkedBlock,
  last: WorkedBlock,
): number {
  const took = Math.min(Math.max(last.time - first.time, PERIOD_SECONDS / 4), PERIOD_SECONDS * 4);
  const target = (targetOf(last.bits) * BigInt(took)) / BigInt(PERIOD_SECONDS);
  const easiest = targetOf(easiestBits);
  return bitsOf(target > easiest ? easiest : target);
}

/**
 * The bits that the block after `parent` must have.
 * @param time of the block
 * @param ancestor the block at a height, of the same branch; undefined if it is not known
 * @returns undefined if a block that is not known decides
 */
export function nextBits(
  chain: Chain,
  parent: WorkedBlock,
  time: number,
  ancestor: (height: number) => WorkedBlock | undefined,
): number | undefined {
  if (chain.retargeting === "never") return parent.bits;
  if ((parent.height + 1) % PERIOD === 0) {
    const first = ancestor(parent.height + 1 - PERIOD);
    return first && retargeted(chain, first, parent);
  }
  if (chain.retargeting !== "easiest after 20 minutes") return parent.bits;
  if (time > parent.time + LATE_SECONDS) return chain.easiestBits;
  let at: WorkedBlock | undefined = parent;
  while (at !== undefined && at.height % PERIOD !== 0 && at.bits === chain.easiestBits)
    at = ancestor(at.height - 1);
  return at?.bits;
}
