import { formatBitcoin } from "@wattle/bitcoin/amount";
import { formatFeeRate, rateOf } from "@wattle/bitcoin/fee-rate";
import { Declined } from "./declined.ts";
import type { Signed } from "./memory.ts";
import type { Payment, Review } from "./review.ts";

export interface Limits {
  /** Satoshi for 1,000 virtual bytes. */
  readonly maxRate: bigint;
  /** Satoshi a transaction. */
  readonly maxFee: bigint;
  /** Satoshi in 24 hours, fees included. */
  readonly dayLimit: bigint | undefined;
}

const DAY = 24 * 60 * 60 * 1_000;

export const inputsOf = ({ file }: Review): string[] =>
  file.inputs.map(({ txid, output }) => `${txid}:${output}`);
const sum = (payments: readonly Payment[]): bigint =>
  payments.reduce((total, { satoshi }) => total + satoshi, 0n);
const shareInput = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((input) => b.includes(input));

/** Whether each payment is among others, as often as it is there. */
function isPartOf(payments: readonly Payment[], others: readonly Payment[]): boolean {
  const left = others.map(({ script, satoshi }) => `${script}:${satoshi}`);
  return payments.every(({ script, satoshi }) => {
    const at = left.indexOf(`${script}:${satoshi}`);
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

/**
 * Refuses to pay twice: a transaction that spends an input of an earlier one may have the same payments or fewer. Both
 * parts of an earlier file that was divided count, since both could be mined.
 */
function checkInputs(
  inputs: readonly string[],
  payments: readonly Payment[],
  memory: readonly Signed[],
): void {
  if (payments.length === 0) return;
  for (const earlier of memory.filter((each) => shareInput(each.inputs, inputs))) {
    const divided = memory.filter(
      (each) => shareInput(each.inputs, earlier.inputs) && !shareInput(each.inputs, inputs),
    );
    const all = [...payments, ...divided.flatMap((each) => each.payments)];
    if (!isPartOf(all, earlier.payments))
      throw new Declined(
        "An input was signed before, for other payments. Nothing is paid twice: ask who made this file.",
      );
  }
}

function checkFee({ file }: Review, { maxFee, maxRate }: Limits): void {
  if (file.fee < 0n) throw new Declined("The file pays more than its inputs have.");
  if (file.fee > maxFee)
    throw new Declined(
      `The fee of ${formatBitcoin(file.fee)} BTC is above the ceiling of ${formatBitcoin(maxFee)} BTC (--max-fee).`,
    );
  const rate = rateOf(file.fee, file.size);
  if (rate > maxRate)
    throw new Declined(
      `The fee of ${formatFeeRate(rate)} sat/vB is above the ceiling of ${formatFeeRate(maxRate)} sat/vB (--max-rate).`,
    );
}

/** The satoshi that a transaction spends beyond those of the one that it replaces. */
function addedSpending(inputs: readonly string[], spent: bigint, memory: readonly Signed[]): bigint {
  const earlier = memory
    .filter((each) => shareInput(each.inputs, inputs))
    .map(({ fee, payments }) => sum(payments) + fee);
  const most = earlier.reduce((largest, each) => (each > largest ? each : largest), 0n);
  return spent > most ? spent - most : 0n;
}

/**
 * Checks all rules of signing.
 * @returns the entry to remember before a signature goes out
 * @throws Declined with the first rule that is broken
 */
export function checkRules(reviewed: Review, memory: readonly Signed[], limits: Limits, now: number): Signed {
  const { payments, file } = reviewed;
  const inputs = inputsOf(reviewed);
  checkFee(reviewed, limits);
  checkInputs(inputs, payments, memory);
  const counted = addedSpending(inputs, sum(payments) + file.fee, memory);
  const today = memory
    .filter(({ at }) => at > now - DAY)
    .reduce((total, each) => total + each.counted, counted);
  if (limits.dayLimit !== undefined && today > limits.dayLimit)
    throw new Declined(
      `${formatBitcoin(today)} BTC within 24 hours is above the limit of ${formatBitcoin(limits.dayLimit)} BTC (--day-limit).`,
    );
  return { at: now, inputs, payments, fee: file.fee, counted };
}
