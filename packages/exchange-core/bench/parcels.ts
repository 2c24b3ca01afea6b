/**
 * How long 100,000 moves of one coin take to be matched, and how much memory that takes. Run with
 * `node packages/exchange-core/bench/parcels.ts`, in a process of its own: the peak of another task would hide this one's.
 */
import { matchParcels, PARCEL_METHODS, type ParcelMove } from "../src/parcels.ts";

const MOVES = 100_000;
const MIB = 1024;

/** The same numbers in every run. @returns a whole number from 1 to `most` */
function counter(): (most: number) => number {
  let state = 1;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (state % most);
  };
}

/** Purchases and sales over eleven years; never more is sold than is held. */
function history(): ParcelMove[] {
  const next = counter();
  let held = 0;
  return Array.from({ length: MOVES }, (_, index) => {
    const units = next(100_000);
    const kind = held < units || next(2) === 1 ? "buy" : "sell";
    held += kind === "buy" ? units : -units;
    const on = new Date(Date.UTC(2015, 0, 1 + Math.floor(index / 25))).toISOString().slice(0, 10);
    return { id: `move-${index}`, kind, on, units: BigInt(units), value: BigInt(next(10_000_000)) };
  });
}

const moves = history();
const before = process.resourceUsage().maxRSS;
const milliseconds = PARCEL_METHODS.map((method) => {
  const begun = performance.now();
  matchParcels(moves, method);
  return performance.now() - begun;
});
console.log(
  JSON.stringify({
    slowestMs: Math.max(...milliseconds),
    peakMiB: process.resourceUsage().maxRSS / MIB,
    addedMiB: (process.resourceUsage().maxRSS - before) / MIB,
  }),
);
