import { precisionOf, type Currency } from "./currency.ts";
import { powerOfTen } from "./power-of-ten.ts";
import type { Rate } from "./rate.ts";

/**
 * A holding of a currency other than the home currency, under the average-cost method: all units cost the same, and
 * leaving units take their share of the cost along.
 */
export interface Position {
  /** Smallest units, zero or more. */
  readonly quantity: bigint;
  /** Cost, fees included, in the home currency's smallest units; undefined if some of it has no known cost. */
  readonly cost: bigint | undefined;
}

/** The books of a portfolio. All amounts are smallest units; if no currency is named, of the home currency. */
export interface PortfolioBook {
  /** Code of the currency that everything is counted in. */
  readonly home: string;
  /** Holding of the home currency. */
  readonly cash: bigint;
  /** By currency code, without the home currency. */
  readonly positions: ReadonlyMap<string, Position>;
  /** Deposits, less what of them was taken back; undefined once the worth of one was not known, as the next two. */
  readonly deposited: bigint | undefined;
  /** Withdrawals, less what of them was returned. */
  readonly withdrawn: bigint | undefined;
  /** Money that the house added to the balance, below zero if it took more. */
  readonly added: bigint | undefined;
  /** Proceeds of sales above the cost of the sold units; undefined once a cost was not known. */
  readonly realised: bigint | undefined;
  /** The fees of all exchanges; undefined once the worth of one was not known. */
  readonly fees: bigint | undefined;
}

/** Smallest units of a currency. */
export interface Held {
  readonly currency: string;
  readonly units: bigint;
}

/** Why something comes in or goes out. A deposit that is taken back is still a deposit, and so is a returned withdrawal a withdrawal. */
export type Purpose = "deposited" | "withdrawn" | "added";

/**
 * One thing that happened to a portfolio. Something comes in or goes out (`units` below zero), or one currency is given for
 * another; `fee` is the part of what is given that was not exchanged. `worth` is the worth in the home currency of what comes
 * in, or is exchanged for another than the home currency.
 */
export type Movement =
  | ({ readonly kind: "transfer"; readonly purpose: Purpose; readonly worth?: bigint | undefined } & Held)
  | {
      readonly kind: "exchange";
      readonly from: Held;
      readonly to: Held;
      readonly fee: bigint;
      readonly worth?: bigint | undefined;
    };

const NONE: Position = { quantity: 0n, cost: 0n };

const plus = (a: bigint | undefined, b: bigint | undefined): bigint | undefined =>
  a === undefined || b === undefined ? undefined : a + b;
const minus = (a: bigint | undefined, b: bigint | undefined): bigint | undefined =>
  a === undefined || b === undefined ? undefined : a - b;

/** A portfolio in which nothing has happened yet. */
export function openBook(home: string): PortfolioBook {
  return {
    home,
    cash: 0n,
    positions: new Map(),
    deposited: 0n,
    withdrawn: 0n,
    added: 0n,
    realised: 0n,
    fees: 0n,
  };
}

/** Money in less money out: what the customer put in. */
export const putInOf = ({ deposited, withdrawn }: PortfolioBook): bigint | undefined =>
  minus(deposited, withdrawn);

/** Money that is not a gain: the customer's deposits, and the house's additions. */
export const netInOf = (book: PortfolioBook): bigint | undefined => plus(putInOf(book), book.added);

/** The position with `units` more, which cost `cost`. */
export function acquire(position: Position, units: bigint, cost: bigint | undefined): Position {
  return { quantity: position.quantity + units, cost: plus(position.cost, cost) };
}

/**
 * The position with `units` less, and the share of the cost that goes with them: cost × units / quantity, rounded down.
 * The remainder stays with the rest, so that no cost is lost; the last unit takes all that is left.
 *
 * @throws RangeError if less than `units` is held.
 */
export function dispose(
  position: Position,
  units: bigint,
): { readonly left: Position; readonly cost: bigint | undefined } {
  if (units > position.quantity) {
    throw new RangeError(`${units} units leave a position of ${position.quantity}`);
  }
  const quantity = position.quantity - units;
  if (quantity === 0n) return { left: NONE, cost: position.cost };
  if (position.cost === undefined) return { left: { quantity, cost: undefined }, cost: undefined };
  const cost = (position.cost * units) / position.quantity;
  return { left: { quantity, cost: position.cost - cost }, cost };
}

/**
 * The books after a movement. While every worth is known, cash + costs = net in + realised, to the unit.
 *
 * @throws RangeError if more of a currency other than the home currency leaves than is held.
 */
export function recordMovement(book: PortfolioBook, movement: Movement): PortfolioBook {
  if (movement.kind === "transfer") return recordTransfer(book, movement);
  const { from, to, worth } = movement;
  const positions = new Map(book.positions);
  const given = from.currency === book.home ? from.units : takeFrom(positions, from.currency, from.units);
  const fees = plus(book.fees, feeOf(movement, book.home));
  if (to.currency === book.home) {
    const realised = plus(book.realised, minus(to.units, given));
    return { ...book, positions, realised, fees, cash: book.cash + to.units };
  }
  // Neither is the home currency: what was given is sold for its worth, or, if that is not known, for what it cost.
  const bridged = from.currency !== book.home;
  const value = bridged ? (worth ?? given) : from.units;
  positions.set(to.currency, acquire(positions.get(to.currency) ?? NONE, to.units, value));
  return {
    ...book,
    positions,
    cash: bridged ? book.cash : book.cash - from.units,
    realised: plus(book.realised, minus(value, given)),
    fees,
  };
}

/** The fee of an exchange in the home currency's smallest units; undefined if its worth is not known. */
export function feeOf(
  { from, to, fee, worth }: Extract<Movement, { kind: "exchange" }>,
  home: string,
): bigint | undefined {
  if (from.currency === home) return fee;
  return feeWorth(from.units, fee, to.currency === home ? to.units : worth);
}

/**
 * Worth of a fee in another currency than the home currency: as much a unit as the exchanged amount, value × fee /
 * (given − fee), rounded down.
 */
function feeWorth(given: bigint, fee: bigint, value: bigint | undefined): bigint | undefined {
  if (fee === 0n) return 0n;
  return value === undefined || given <= fee ? undefined : (value * fee) / (given - fee);
}

function recordTransfer(
  book: PortfolioBook,
  { currency, units, purpose, worth }: Extract<Movement, { kind: "transfer" }>,
): PortfolioBook {
  const positions = new Map(book.positions);
  let cameIn: bigint | undefined = units;
  if (currency !== book.home) {
    if (units > 0n) {
      positions.set(currency, acquire(positions.get(currency) ?? NONE, units, worth));
      cameIn = worth;
    } else cameIn = minus(0n, takeFrom(positions, currency, -units));
  }
  const sum = book[purpose];
  return {
    ...book,
    positions,
    cash: currency === book.home ? book.cash + units : book.cash,
    [purpose]: purpose === "withdrawn" ? minus(sum, cameIn) : plus(sum, cameIn),
  };
}

/** Takes units out of the positions. @returns what they had cost */
function takeFrom(positions: Map<string, Position>, currency: string, units: bigint): bigint | undefined {
  const { left, cost } = dispose(positions.get(currency) ?? NONE, units);
  if (left.quantity === 0n) positions.delete(currency);
  else positions.set(currency, left);
  return cost;
}

/** An entry of the ledger, as a portfolio sees it. */
export interface PortfolioEntry {
  /** Change of each currency by it. */
  readonly changes: readonly Held[];
  /** The part of what an exchange gave that is its fee. */
  readonly fee: bigint;
  /** Its kind if it is not an exchange. */
  readonly purpose: Purpose;
}

/**
 * Reads an entry of the ledger: if one currency gained and one lost, they were exchanged; anything else came in or went
 * out.
 *
 * @param worthOf the worth in the home currency of what came in or was exchanged for another; undefined if not known
 */
export function movementsOf(
  { changes, fee, purpose }: PortfolioEntry,
  worthOf: (held: Held) => bigint | undefined,
  home: string,
): Movement[] {
  const [one, other, ...rest] = changes;
  if (one !== undefined && other !== undefined && rest.length === 0 && one.units < 0n !== other.units < 0n) {
    const [lost, to] = one.units < 0n ? [one, other] : [other, one];
    const from = { currency: lost.currency, units: -lost.units };
    const worth = from.currency === home || to.currency === home ? undefined : worthOf(to);
    return [{ kind: "exchange", from, to, fee, worth }];
  }
  return changes.map((change) => ({
    kind: "transfer",
    purpose,
    ...change,
    worth: change.currency === home || change.units < 0n ? undefined : worthOf(change),
  }));
}

/** A gain and its parts, to the unit: worth = deposited − withdrawn + added + gain, and gain = prices − fees. */
export interface GainParts {
  readonly gain: bigint;
  readonly fees: bigint;
  /** Rest of the gain without the fees: prices, and the gap between the price to buy and the one to sell. */
  readonly prices: bigint;
}

/**
 * How much more a portfolio is worth than what came into it.
 *
 * @param worth of all of it at the prices of one moment, in the home currency
 * @returns undefined once the worth of something in its books was not known
 */
export function gainPartsOf(book: PortfolioBook, worth: bigint): GainParts | undefined {
  const gain = minus(worth, netInOf(book));
  return gain === undefined || book.fees === undefined
    ? undefined
    : { gain, fees: book.fees, prices: gain + book.fees };
}

/** A portfolio at a moment: its worth, and what had come into it by then. */
export interface WorthAndNetIn {
  readonly worth: bigint;
  readonly netIn: bigint;
}

/**
 * Gain over a time, without movements in and out meanwhile. Each unit counts from when it was owned, fees included.
 * `base` is what it is measured by: what was there, and what came in.
 */
export function gainBetween(
  then: WorthAndNetIn,
  now: WorthAndNetIn,
): { readonly gain: bigint; readonly base: bigint } {
  const cameIn = now.netIn - then.netIn;
  return { gain: now.worth - then.worth - cameIn, base: then.worth + (cameIn > 0n ? cameIn : 0n) };
}

/**
 * Worth of smallest units of a currency at a price: units × rate, in smallest units of the home currency, rounded down.
 * Not limited to 64 bits: a worth is shown, never stored.
 *
 * @param rate what one unit of the currency is worth in the home currency
 */
export function worthAt(
  units: bigint,
  currency: Pick<Currency, "kind">,
  rate: Rate,
  home: Pick<Currency, "kind">,
): bigint {
  return (
    (units * rate.digits * powerOfTen(precisionOf(home))) /
    (powerOfTen(rate.scale) * powerOfTen(precisionOf(currency)))
  );
}

/**
 * Average cost of one unit of a position, in the home currency's smallest units, to the nearest of them. Undefined
 * if nothing is held or the cost is not known.
 */
export function averageCost(
  { quantity, cost }: Position,
  currency: Pick<Currency, "kind">,
): bigint | undefined {
  if (quantity === 0n || cost === undefined) return undefined;
  return (2n * cost * powerOfTen(precisionOf(currency)) + quantity) / (2n * quantity);
}

/** A quantity from a moment on, until the next step. */
export interface Step {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly units: bigint;
}

/**
 * The quantity at each of some times: of the last step at or before it, zero before the first.
 *
 * @param steps oldest first
 * @param times oldest first
 */
export function unitsAt(steps: readonly Step[], times: readonly number[]): bigint[] {
  let next = firstAfter(steps, times[0] ?? 0);
  return times.map((time) => {
    for (let step = steps[next]; step !== undefined && step.at <= time; step = steps[next]) next += 1;
    return steps[next - 1]?.units ?? 0n;
  });
}

/** The index of the first step after a time; as many as there are where none is. */
function firstAfter(steps: readonly Step[], time: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.at ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
