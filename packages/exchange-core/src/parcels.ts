import { Heap } from "./heap.ts";

/** Which parcel a disposal uses first: the oldest, the newest, or the one that cost most for each unit. */
export const PARCEL_METHODS = ["fifo", "lifo", "hifo"] as const;
export type ParcelMethod = (typeof PARCEL_METHODS)[number];

/** Something that happened to one coin. */
export interface ParcelMove {
  readonly id: string;
  /** `in` came from outside; `own` went between wallets of the same person, which is no disposal. */
  readonly kind: "buy" | "in" | "sell" | "own";
  /** The day as `YYYY-MM-DD`, where the customer pays tax; for `in`, the day of acquisition. */
  readonly on: string;
  /** Smallest units of the coin, above 0. */
  readonly units: bigint;
  /**
   * Smallest units of the home currency: the cost with the fee of `buy` and `in`, the proceeds after the fee of `sell`. Absent
   * for `own`.
   */
  readonly value?: bigint;
}

/** The part of a parcel that a disposal used. */
export interface UsedParcel {
  /** Null if more was disposed of than was ever acquired: the cost of these units is not known, and counts as 0. */
  readonly acquired_on: string | null;
  readonly units: bigint;
  readonly cost: bigint;
  /** The parcel's share of the proceeds less its cost; a loss is negative. */
  readonly gain: bigint;
  /** Whether it was held for more than 12 months: the disposal is after the anniversary of the acquisition. */
  readonly discountable: boolean;
}

export interface Disposal {
  readonly id: string;
  readonly parcels: readonly UsedParcel[];
}

export interface HeldParcel {
  readonly acquired_on: string;
  readonly units: bigint;
  readonly cost: bigint;
}

export interface MatchedParcels {
  readonly disposals: readonly Disposal[];
  /** Oldest first. */
  readonly held: readonly HeldParcel[];
}

interface Parcel {
  readonly on: string;
  /** Its place among the acquisitions. */
  readonly place: number;
  readonly units: bigint;
  readonly cost: bigint;
  unitsLeft: bigint;
  costLeft: bigint;
}

const isOlder = (a: Parcel, b: Parcel): boolean => (a.on === b.on ? a.place < b.place : a.on < b.on);

const PRECEDES: Record<ParcelMethod, (a: Parcel, b: Parcel) => boolean> = {
  fifo: isOlder,
  lifo: (a, b) => isOlder(b, a),
  hifo: (a, b) => {
    const [costOfA, costOfB] = [a.cost * b.units, b.cost * a.units];
    return costOfA === costOfB ? isOlder(a, b) : costOfA > costOfB;
  },
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Days compare as texts. The anniversary of 29 February is the end of February, so that a disposal from 1 March on is after it.
 */
function isOverAYear(acquired: string, disposed: string): boolean {
  const anniversary = String(BigInt(acquired.slice(0, 4)) + 1n).padStart(4, "0") + acquired.slice(4);
  return disposed > anniversary;
}

/** The cost of a part of a parcel, rounded down; the last part takes the rest, so that the parts add up to the whole. */
function takeCost(parcel: Parcel, units: bigint): bigint {
  const isLast = units === parcel.unitsLeft;
  const cost = isLast ? parcel.costLeft : (parcel.cost * units) / parcel.units;
  parcel.unitsLeft -= units;
  parcel.costLeft -= cost;
  return cost;
}

function disposeOf({ id, on, units, value: proceeds = 0n }: ParcelMove, parcels: Heap<Parcel>): Disposal {
  const used: UsedParcel[] = [];
  let unitsToGo = units;
  let proceedsToGo = proceeds;
  while (unitsToGo > 0n) {
    const parcel = parcels.first;
    const part = parcel === undefined || parcel.unitsLeft > unitsToGo ? unitsToGo : parcel.unitsLeft;
    const share = part === unitsToGo ? proceedsToGo : (proceeds * part) / units;
    const cost = parcel === undefined ? 0n : takeCost(parcel, part);
    used.push({
      acquired_on: parcel?.on ?? null,
      units: part,
      cost,
      gain: share - cost,
      discountable: parcel !== undefined && isOverAYear(parcel.on, on),
    });
    if (parcel?.unitsLeft === 0n) parcels.removeFirst();
    unitsToGo -= part;
    proceedsToGo -= share;
  }
  return { id, parcels: used };
}

function check({ id, kind, on, units, value }: ParcelMove): void {
  if (!DAY.test(on)) throw new RangeError(`Move ${id}: ${on} is not a day as YYYY-MM-DD.`);
  if (units <= 0n) throw new RangeError(`Move ${id}: its units must be above 0.`);
  if (kind !== "own" && (value === undefined || value < 0n))
    throw new RangeError(`Move ${id}: its value must be 0 or more.`);
}

/**
 * Matches what was disposed of with the parcels that it was acquired in, for tax on capital gains. Each disposal's parts add up to its
 * proceeds, and each parcel's parts to its cost, to the smallest unit.
 *
 * Source: the Australian Taxation Office's "Crypto asset investments", and its determination TD 33: of units that cannot be told apart,
 * the owner chooses which ones are disposed of, and keeps a record of the choice.
 * @param moves of one coin, in the order in which they happened
 * @throws RangeError if a move has no day, no units, or the value that its kind must not have
 */
export function matchParcels(moves: readonly ParcelMove[], method: ParcelMethod): MatchedParcels {
  const parcels = new Heap(PRECEDES[method]);
  const disposals: Disposal[] = [];
  for (const [place, move] of moves.entries()) {
    check(move);
    const { kind, on, units, value = 0n } = move;
    if (kind === "sell") disposals.push(disposeOf(move, parcels));
    else if (kind !== "own")
      parcels.add({ on, place, units, cost: value, unitsLeft: units, costLeft: value });
  }
  const held = parcels.values.toSorted((a, b) => (isOlder(a, b) ? -1 : 1));
  return {
    disposals,
    held: held.map(({ on, unitsLeft, costLeft }) => ({ acquired_on: on, units: unitsLeft, cost: costLeft })),
  };
}
