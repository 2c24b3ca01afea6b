/** Prices of a unit of gas that a payment on Ethereum may offer. */
import { HIGHEST_FEE, HIGHEST_RATE } from "@wattle/ethereum/fee-ceilings";
import type { GasPrice } from "../../chains/ethereum-node.ts";

/** The most gas that a payment takes unless a person names it: customers pay a fixed fee, and their contracts could take any. */
export const MOST_GAS = 100_000n;

export interface GasRates {
  readonly maxFee: bigint;
  readonly maxTip: bigint;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Nodes take a transaction in the place of another one if both its rates are higher, and by a tenth at least. */
export const raised = (rate: bigint): bigint => most(rate + 1n, (rate * 11n + 9n) / 10n);

/** The highest rate of which the raise is no more than another one. */
const below = (rate: bigint): bigint => (rate * 10n) / 11n;

/** The highest rate that a payment is raised to. A transaction that cancels it can always take its place. */
export const HIGHEST_RAISE = below(HIGHEST_RATE);

/** Rates for a block soon, which can be raised, and then cancelled, below our own ceiling: the base fee may double meanwhile. */
export function ratesOf({ baseFee, tip }: GasPrice): GasRates {
  const maxFee = most(1n, least(2n * baseFee + tip, below(HIGHEST_RAISE)));
  return { maxFee, maxTip: least(tip, maxFee) };
}

type Rated = { readonly fee_rate: bigint; readonly tip_rate: bigint | null };

/** The highest rates of attempts. */
const highestOf = (attempts: readonly Rated[]): GasRates =>
  attempts.reduce<GasRates>(
    ({ maxFee, maxTip }, { fee_rate, tip_rate }) => ({
      maxFee: most(maxFee, fee_rate),
      maxTip: most(maxTip, tip_rate ?? 0n),
    }),
    { maxFee: 0n, maxTip: 0n },
  );

/** Whether a transaction with this rate may take the place of all these. */
export const isRaise = (maxFee: bigint, attempts: readonly Rated[]): boolean =>
  maxFee >= raised(highestOf(attempts).maxFee);

/** Rates with which a transaction takes the place of these: `maxFee` at least, and a tip that rises with it. */
export function ratesAbove(attempts: readonly Rated[], wanted: GasRates): GasRates {
  if (attempts.length === 0) return wanted;
  const before = highestOf(attempts);
  const maxFee = most(wanted.maxFee, raised(before.maxFee));
  const inStep = (before.maxTip * maxFee) / most(1n, before.maxFee);
  return { maxFee, maxTip: least(maxFee, most(wanted.maxTip, most(raised(before.maxTip), inStep))) };
}

/** Rates of an empty transaction: what may be too much for a payment must not keep its nonce from being spent. */
export const emptyRates = ({ maxFee, maxTip }: GasRates): GasRates => ({
  maxFee: least(maxFee, HIGHEST_RATE),
  maxTip: least(maxTip, HIGHEST_RATE),
});

/** Whether the signer's ceilings allow it. */
export const isAllowed = (gas: bigint, { maxFee }: GasRates): boolean =>
  maxFee <= HIGHEST_RATE && gas * maxFee <= HIGHEST_FEE;
