import { Declined } from "./declined.ts";
import type { Signed } from "./memory.ts";
import { type Network, TEXTS } from "./networks.ts";
import type { Payment, Review, Spending } from "./spending.ts";

/** The limits of one network, in the smallest unit of its coin. */
export interface Limits {
  /** Satoshi for 1,000 virtual bytes, or wei for a unit of gas. */
  readonly maxRate: bigint;
  /** For each transaction. */
  readonly maxFee: bigint;
  /** In 24 hours, fees included. */
  readonly dayLimit: bigint | undefined;
}

const DAY = 24 * 60 * 60 * 1_000;

const sum = (payments: readonly Payment[]): bigint =>
  payments.reduce((total, { amount }) => total + amount, 0n);
const shareInput = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((input) => b.includes(input));

/** Whether each payment is among others, as often as it is there. */
function isPartOf(payments: readonly Payment[], others: readonly Payment[]): boolean {
  const left = others.map(({ script, amount }) => `${script}:${amount}`);
  return payments.every(({ script, amount }) => {
    const at = left.indexOf(`${script}:${amount}`);
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
  { inputs, payments }: Spending,
  replaced: readonly Signed[],
  memory: readonly Signed[],
): void {
  if (payments.length === 0) return;
  for (const earlier of replaced) {
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

function checkFee(network: Network, { fee, rate }: Spending, { maxFee, maxRate }: Limits): void {
  const texts = TEXTS[network];
  if (fee < 0n) throw new Declined("The file pays more than its inputs have.");
  if (fee > maxFee)
    throw new Declined(
      `The fee of ${texts.amount(fee)} is above the ceiling of ${texts.amount(maxFee)} (--max-fee).`,
    );
  if (rate > maxRate)
    throw new Declined(
      `The fee of ${texts.rate(rate)} is above the ceiling of ${texts.rate(maxRate)} (--max-rate).`,
    );
}

/** The amount that a transaction spends beyond those that it replaces. */
function addedSpending({ payments, fee }: Spending, replaced: readonly Signed[]): bigint {
  const spent = sum(payments) + fee;
  const earlier = replaced.map((each) => sum(each.payments) + each.fee);
  const most = earlier.reduce((largest, each) => (each > largest ? each : largest), 0n);
  return spent > most ? spent - most : 0n;
}

function checkDay(network: Network, today: bigint, { dayLimit }: Limits): void {
  if (dayLimit === undefined || today <= dayLimit) return;
  const { amount } = TEXTS[network];
  throw new Declined(
    `${amount(today)} within 24 hours is above the limit of ${amount(dayLimit)} (--day-limit).`,
  );
}

/** The spending on a network in the day before now. */
const dayBefore = (network: Network, memory: readonly Signed[], now: number): bigint =>
  memory
    .filter((each) => each.network === network && each.at > now - DAY)
    .reduce((total, { counted }) => total + counted, 0n);

/**
 * Checks all rules of signing for a file's transactions, each as if those before it had been signed.
 * @returns the entries to remember before a signature goes out
 * @throws Declined with the first rule that is broken: then none is signed
 */
export function checkRules(
  { network, spendings }: Pick<Review, "network" | "spendings">,
  memory: readonly Signed[],
  limits: Limits,
  now: number,
): readonly Signed[] {
  const known = [...memory];
  let today = dayBefore(network, memory, now);
  for (const spending of spendings) {
    const { inputs, payments, fee } = spending;
    checkFee(network, spending, limits);
    const replaced = known.filter((each) => shareInput(each.inputs, inputs));
    checkInputs(spending, replaced, known);
    const counted = addedSpending(spending, replaced);
    today += counted;
    checkDay(network, today, limits);
    known.push({ at: now, network, inputs, payments, fee, counted });
  }
  return known.slice(memory.length);
}
