import {
  matchParcels,
  type HeldParcel,
  type ParcelMethod,
  type ParcelMove,
  type UsedParcel,
} from "./parcels.ts";

/** Something that happened to one of a customer's coins. */
export interface TaxMove {
  /** Code of the coin. */
  readonly currency: string;
  /** The day it happened as `YYYY-MM-DD`, where the customer pays tax. */
  readonly day: string;
  readonly move: ParcelMove;
  /** The fee, in the home currency's smallest units; part of the move's value already. */
  readonly fee: bigint;
}

/** The first and the last day, as `YYYY-MM-DD`. */
export interface TaxPeriod {
  readonly from: string;
  readonly to: string;
}

export interface TaxedDisposal {
  /** Id of its move. */
  readonly id: string;
  readonly currency: string;
  readonly units: bigint;
  readonly disposed_on: string;
  readonly proceeds: bigint;
  readonly parcels: readonly UsedParcel[];
}

/** Smallest units of the home currency, none below zero. Gains and losses are of each parcel. */
export interface TaxTotals {
  readonly proceeds: bigint;
  readonly cost: bigint;
  readonly gains: bigint;
  readonly losses: bigint;
  /** The part of the gains on what was held for more than 12 months. */
  readonly discountable_gains: bigint;
  /** Fees of the period, those of purchases as well. */
  readonly fees: bigint;
}

export interface TaxReport {
  /** In the order in which they happened. */
  readonly disposals: readonly TaxedDisposal[];
  readonly totals: TaxTotals;
  /** At the end of the period, by code. */
  readonly held: readonly ({ readonly currency: string } & Pick<HeldParcel, "units" | "cost">)[];
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

function totalsOf(disposals: readonly TaxedDisposal[], fees: bigint): TaxTotals {
  const parcels = disposals.flatMap((disposal) => disposal.parcels);
  const gains = parcels.filter(({ gain }) => gain > 0n);
  return {
    proceeds: sumOf(disposals.map(({ proceeds }) => proceeds)),
    cost: sumOf(parcels.map(({ cost }) => cost)),
    gains: sumOf(gains.map(({ gain }) => gain)),
    losses: sumOf(parcels.map(({ gain }) => (gain < 0n ? -gain : 0n))),
    discountable_gains: sumOf(gains.map(({ gain, discountable }) => (discountable ? gain : 0n))),
    fees,
  };
}

/**
 * A customer's report of a period: everything disposed of, with the parcels it came from, and what is held at the end. Proceeds less
 * cost are gains less losses, to the smallest unit.
 * @param moves of all coins from the first on, in the order in which they happened; those after the period are left out
 */
export function taxReportOf(
  moves: readonly TaxMove[],
  { from, to }: TaxPeriod,
  method: ParcelMethod,
): TaxReport {
  const until = moves.filter(({ day }) => day <= to);
  const within = until.filter(({ day }) => day >= from);
  const coins = Map.groupBy(until, ({ currency }) => currency);
  const held: { currency: string; units: bigint; cost: bigint }[] = [];
  const parcelsOf = new Map<string, readonly UsedParcel[]>();
  for (const [currency, ofCoin] of [...coins].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const matched = matchParcels(
      ofCoin.map(({ move }) => move),
      method,
    );
    for (const { id, parcels } of matched.disposals) parcelsOf.set(`${currency} ${id}`, parcels);
    const units = sumOf(matched.held.map((parcel) => parcel.units));
    if (units > 0n) held.push({ currency, units, cost: sumOf(matched.held.map(({ cost }) => cost)) });
  }
  const disposals = within.flatMap(({ currency, day, move: { id, kind, units, value: proceeds = 0n } }) =>
    kind === "sell"
      ? [
          {
            id,
            currency,
            units,
            disposed_on: day,
            proceeds,
            parcels: parcelsOf.get(`${currency} ${id}`) ?? [],
          },
        ]
      : [],
  );
  return { disposals, totals: totalsOf(disposals, sumOf(within.map(({ fee }) => fee))), held };
}
