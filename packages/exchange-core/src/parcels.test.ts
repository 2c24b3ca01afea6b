import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../vectors/parcels.json" with { type: "json" };
import {
  matchParcels,
  PARCEL_METHODS,
  type MatchedParcels,
  type ParcelMethod,
  type ParcelMove,
} from "./parcels.ts";

interface MoveText {
  readonly id: string;
  readonly kind: string;
  readonly on: string;
  readonly units: string;
  readonly value?: string;
}
const read = ({ id, kind, on, units, value }: MoveText): ParcelMove => ({
  id,
  kind: kind as ParcelMove["kind"],
  on,
  units: BigInt(units),
  ...(value === undefined ? {} : { value: BigInt(value) }),
});
const asText = (matched: MatchedParcels): unknown =>
  JSON.parse(
    JSON.stringify(matched, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );

test.each(vectors.matchParcels)("matchParcels: $description", ({ input, expected }) => {
  const { method, moves } = input;
  expect(asText(matchParcels(moves.map(read), method as ParcelMethod))).toEqual(expected);
});

test.each<[string, Partial<ParcelMove>]>([
  ["a day in another form", { on: "1/7/2025" }],
  ["no units", { units: 0n }],
  ["a negative value", { value: -1n }],
])("%s is refused, and the move is named", (_case, wrong) => {
  const move = { id: "a", kind: "buy", on: "2025-07-01", units: 1n, value: 1n, ...wrong } as const;
  expect(() => matchParcels([move], "fifo")).toThrow(/^Move a: /);
});

const dayAfter = (days: number): string => new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10);

/** Up to 60 moves over four years, as they happen. */
const histories = fc
  .array(
    fc.record({
      kind: fc.constantFrom("buy" as const, "in" as const, "sell" as const, "own" as const),
      days: fc.nat(1460),
      units: fc.bigInt(1n, 10_000n),
      value: fc.bigInt(0n, 1_000_000n),
    }),
    { maxLength: 60 },
  )
  .map((moves) =>
    moves
      .toSorted((a, b) => a.days - b.days)
      .map(({ kind, days, units, value }, index): ParcelMove => ({
        id: String(index),
        kind,
        on: dayAfter(days),
        units,
        ...(kind === "own" ? {} : { value }),
      })),
  );

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const isAcquired = ({ kind }: ParcelMove): boolean => kind === "buy" || kind === "in";

/** The same rule in other words: every parcel is looked at for every part. */
function matchSlowly(moves: readonly ParcelMove[], method: ParcelMethod): unknown {
  const parcels: { on: string; units: bigint; cost: bigint; left: bigint; paid: bigint }[] = [];
  const disposals: unknown[] = [];
  for (const { id, kind, on, units, value = 0n } of moves) {
    if (kind === "buy" || kind === "in") parcels.push({ on, units, cost: value, left: units, paid: 0n });
    if (kind !== "sell") continue;
    const used: unknown[] = [];
    let [left, given] = [units, 0n];
    while (left > 0n) {
      let chosen: (typeof parcels)[number] | undefined;
      for (const parcel of parcels) {
        if (parcel.left === 0n) continue;
        const isBetter =
          chosen === undefined ||
          (method === "lifo" && parcel.on >= chosen.on) ||
          (method === "fifo" && parcel.on < chosen.on) ||
          (method === "hifo" && parcel.cost * chosen.units > chosen.cost * parcel.units);
        if (isBetter) chosen = parcel;
      }
      const part = chosen === undefined || chosen.left > left ? left : chosen.left;
      left -= part;
      const proceeds = left === 0n ? value - given : (value * part) / units;
      given += proceeds;
      let cost = 0n;
      if (chosen !== undefined) {
        chosen.left -= part;
        cost = chosen.left === 0n ? chosen.cost - chosen.paid : (chosen.cost * part) / chosen.units;
        chosen.paid += cost;
      }
      const day = chosen && new Date(`${chosen.on}T00:00:00Z`);
      // 29 February of the next year is 1 March to JavaScript, and the day before it here.
      if (day) day.setUTCFullYear(day.getUTCFullYear() + 1, day.getUTCMonth(), day.getUTCDate());
      const isLeapDay = chosen?.on.endsWith("-02-29") === true;
      const discountable =
        day !== undefined && (isLeapDay ? new Date(on) >= day : new Date(`${on}T00:00:00Z`) > day);
      used.push({ acquired_on: chosen?.on ?? null, units: part, cost, gain: proceeds - cost, discountable });
    }
    disposals.push({ id, parcels: used });
  }
  const held = parcels
    .filter((parcel) => parcel.left > 0n)
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .map(({ on, left, cost, paid }) => ({ acquired_on: on, units: left, cost: cost - paid }));
  return { disposals, held };
}

describe("for any history", () => {
  test.each(PARCEL_METHODS)("%s agrees with the same rule in other words", (method) => {
    fc.assert(
      fc.property(histories, (moves) => {
        expect(matchParcels(moves, method)).toEqual(matchSlowly(moves, method));
      }),
      { numRuns: 3_400 },
    );
  });

  test.each(PARCEL_METHODS)("%s loses no unit and no cent", (method) => {
    fc.assert(
      fc.property(histories, (moves) => {
        const { disposals, held } = matchParcels(moves, method);
        const used = disposals.flatMap(({ parcels }) => parcels);
        const acquired = moves.filter(isAcquired);
        const sold = moves.filter(({ kind }) => kind === "sell");
        const known = used.filter(({ acquired_on: on }) => on !== null);
        expect(sum([...known, ...held].map(({ units }) => units))).toBe(
          sum(acquired.map(({ units }) => units)),
        );
        expect(sum([...used, ...held].map(({ cost }) => cost))).toBe(
          sum(acquired.map(({ value = 0n }) => value)),
        );
        expect(
          disposals.map(({ id, parcels }) => [id, sum(parcels.map(({ cost, gain }) => cost + gain))]),
        ).toEqual(sold.map(({ id, value }) => [id, value]));
        expect(sum(used.map(({ units }) => units))).toBe(sum(sold.map(({ units }) => units)));
      }),
    );
  });
});
