import { feeOf, HIGHEST_FEE, HIGHEST_RATE, LOWEST_RATE } from "./fee-rate.ts";
import { dustLimit, INPUT_SIZE, transactionSize } from "./payment-size.ts";
import { Refused } from "./refused.ts";
import type { OutputPoint } from "./transaction.ts";

/** An output of ours that is free to be spent. */
export interface Coin extends OutputPoint {
  readonly satoshi: bigint;
  /** Whether it is the treasury's: those are spent first, before the customers' deposits. */
  readonly treasury: boolean;
}

interface Payment {
  readonly script: Uint8Array;
  readonly satoshi: bigint;
}

/** An earlier transaction that must not confirm as well. */
export interface Replaced {
  readonly fee: bigint;
  readonly size: number;
}

export interface SelectionRequest<C extends Coin> {
  readonly payments: readonly Payment[];
  readonly coins: readonly C[];
  /** Satoshi for 1,000 virtual bytes. */
  readonly rate: bigint;
  readonly changeScript: Uint8Array;
  /** Coins to spend in any case: all inputs of the transaction that is bumped or cancelled. */
  readonly required?: readonly C[];
  /** Inputs of earlier files that may be signed yet: at least one of each is spent. */
  readonly replaces?: readonly (readonly C[])[];
  /** An earlier attempt that nodes must prefer this one to (BIP-125). */
  readonly replaced?: Replaced | undefined;
  /** Spend all that is worth it, up to the size of a transaction: a sweep or consolidation. */
  readonly all?: boolean;
}

export interface Selection<C extends Coin> {
  readonly inputs: readonly C[];
  /** Satoshi that come back to us; 0 if there is no change. */
  readonly change: bigint;
  readonly fee: bigint;
  readonly size: number;
}

/** So many inputs are built and signed in seconds, and stay far below the 100,000 virtual bytes that nodes pass on. */
export const MOST_INPUTS = 200;
/** Up to this rate small coins are spent along, so that they need not be at a high one. */
const CHEAP_RATE = 5n * LOWEST_RATE;
/** Small coins that a payment takes along. */
const MOST_ALONG = 50;

const largestFirst = (a: Coin, b: Coin): number =>
  a.satoshi === b.satoshi
    ? a.txid === b.txid
      ? a.output - b.output
      : a.txid < b.txid
        ? -1
        : 1
    : a.satoshi > b.satoshi
      ? -1
      : 1;

/** The treasury's before others, and each from the largest to the smallest. */
const spendingOrder = (a: Coin, b: Coin): number =>
  a.treasury === b.treasury ? largestFirst(a, b) : a.treasury ? -1 : 1;

const sum = (list: readonly { readonly satoshi: bigint }[]): bigint =>
  list.reduce((total, { satoshi }) => total + satoshi, 0n);

const pointText = ({ txid, output }: OutputPoint): string => `${txid}:${output}`;

/** The least fee of an attempt that replaces an earlier one: 10 % more, and for its own size at least what nodes ask. */
function leastFee(replaced: Replaced | undefined, size: number): bigint {
  if (!replaced) return 0n;
  const tenPercentMore = (replaced.fee * 11n + 9n) / 10n;
  const forItsSize = (tenPercentMore * BigInt(size) + BigInt(replaced.size) - 1n) / BigInt(replaced.size);
  const relayed = replaced.fee + feeOf(size, LOWEST_RATE);
  return [tenPercentMore, forItsSize, relayed].reduce((most, each) => (each > most ? each : most));
}

/** Chosen so far, with the fee and change that follow. */
class Choice<C extends Coin> {
  readonly inputs: C[] = [];
  #total = 0n;
  readonly #request: SelectionRequest<C>;
  readonly #scripts: readonly Uint8Array[];
  readonly #paid: bigint;

  constructor(request: SelectionRequest<C>) {
    this.#request = request;
    this.#scripts = request.payments.map(({ script }) => script);
    this.#paid = sum(request.payments);
  }

  add(coin: C): void {
    this.inputs.push(coin);
    this.#total += coin.satoshi;
  }

  takeBack(): void {
    this.#total -= this.inputs.pop()?.satoshi ?? 0n;
  }

  /** @returns undefined as long as the inputs are too few */
  result(): Selection<C> | undefined {
    const { changeScript } = this.#request;
    const withChange = this.#cost([...this.#scripts, changeScript]);
    const change = this.#total - this.#paid - withChange.fee;
    if (change >= this.#leastChange()) return { inputs: this.inputs, change, ...withChange };
    if (this.#scripts.length === 0) return undefined;
    const { fee, size } = this.#cost(this.#scripts);
    if (this.#total < this.#paid + fee) return undefined;
    // Change that would be dust goes to the miners.
    return { inputs: this.inputs, change: 0n, fee: this.#total - this.#paid, size };
  }

  #cost(scripts: readonly Uint8Array[]): { readonly fee: bigint; readonly size: number } {
    const size = transactionSize(this.inputs.length, scripts);
    const asked = feeOf(size, this.#request.rate);
    const least = leastFee(this.#request.replaced, size);
    return { fee: asked > least ? asked : least, size };
  }

  #leastChange(): bigint {
    const dust = dustLimit(this.#request.changeScript);
    const spending = feeOf(INPUT_SIZE, this.#request.rate);
    return dust > spending ? dust : spending;
  }
}

/** Spends what must be spent: all that is required, and an input of each file that may be signed yet. */
function chooseRequired<C extends Coin>(
  choice: Choice<C>,
  { required = [], replaces = [] }: SelectionRequest<C>,
): void {
  for (const coin of required) choice.add(coin);
  for (const inputs of replaces) {
    const chosen = new Set(choice.inputs.map(pointText));
    const [largest] = inputs.toSorted(largestFirst);
    if (!largest) throw new TypeError("A file to replace has no inputs");
    if (!inputs.some((each) => chosen.has(pointText(each)))) choice.add(largest);
  }
}

/** Adds coins until the payments are covered, the last one as small as will do. @returns the coins that are left */
function cover<C extends Coin>(choice: Choice<C>, coins: readonly C[]): readonly C[] {
  let next = 0;
  while (!choice.result()) {
    const coin = coins[next];
    if (!coin) throw new Refused("coins_short");
    if (choice.inputs.length >= MOST_INPUTS) throw new Refused("coins_scattered");
    choice.add(coin);
    next += 1;
  }
  if (next === 0) return coins;
  const [last, ...rest] = coins.slice(next - 1);
  const smaller = rest.findLastIndex((coin) => {
    if (coin.treasury !== last?.treasury) return false;
    choice.takeBack();
    choice.add(coin);
    return choice.result() !== undefined;
  });
  const final = smaller === -1 ? last : rest[smaller];
  choice.takeBack();
  if (final) choice.add(final);
  return coins.slice(next - 1).filter((coin) => coin !== final);
}

/** Adds coins as long as the transaction stays small enough and its fee below the signer's ceiling. */
function takeAlong<C extends Coin>(choice: Choice<C>, coins: readonly C[], most: number): void {
  for (const coin of coins.slice(0, most)) {
    if (choice.inputs.length >= MOST_INPUTS) return;
    choice.add(coin);
    const { fee = 0n } = choice.result() ?? {};
    if (fee <= HIGHEST_FEE) continue;
    choice.takeBack();
    return;
  }
}

/**
 * Chooses the coins for payments: as few as possible, the treasury's first, none of which costs more than it brings; and
 * at low fees some small ones as well. The same request always gets the same answer.
 * @throws Refused if the coins do not suffice, a payment is dust, or the rate is not within our bounds
 */
export function selectCoins<C extends Coin>(request: SelectionRequest<C>): Selection<C> {
  const { payments, rate } = request;
  if (rate < LOWEST_RATE) throw new Refused("fee_rate_low");
  if (rate > HIGHEST_RATE) throw new Refused("fee_rate_high");
  if (payments.some(({ script, satoshi }) => satoshi < dustLimit(script))) throw new Refused("payment_dust");
  const choice = new Choice(request);
  chooseRequired(choice, request);
  const taken = new Set(choice.inputs.map(pointText));
  const inputFee = feeOf(INPUT_SIZE, rate);
  const coins = request.coins
    .filter((coin) => coin.satoshi > inputFee && !taken.has(pointText(coin)))
    .toSorted(spendingOrder);
  if (request.all) takeAlong(choice, coins, MOST_INPUTS);
  else {
    const left = cover(choice, coins);
    if (rate <= CHEAP_RATE && !request.replaced) takeAlong(choice, left.toReversed(), MOST_ALONG);
  }
  const result = choice.result();
  if (!result) throw new Refused("coins_short");
  return result;
}
