import {
  compareDecimals,
  decimalUnits,
  isZero,
  magnitude,
  mostDecimals,
} from "@wattle/exchange-core/decimal";
import type { LastHour } from "@wattle/contracts/rates-status";
import type { ChartPoint } from "../../charts/chart-points.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { tickText } from "../../ui/moments.ts";
import { deskZone } from "../parts/zone.ts";
import type { Market } from "./market-words.ts";

/** Prices are recorded each minute. */
export const READ_AGAIN_AFTER = 30_000;

/** From one minute to the next a price that changes by more is not believed. */
const LARGEST_PERCENT = 10n;

interface Known {
  readonly at: number;
  readonly value: string;
}

/** By how many whole percent an amount above zero changed: -18n from 100.00 to 81.50. */
function percentChange(from: string, to: string): bigint {
  const decimals = mostDecimals([from, to]);
  const before = decimalUnits(from, decimals);
  return ((decimalUnits(to, decimals) - before) * 100n) / before;
}

const minuteText = (at: number): string => tickText(at, 0, deskZone());

/** How far a price is from another, in whole percent; 0 if the other is none. */
const awayFrom = (other: string, value: string): bigint =>
  isZero(other) ? 0n : magnitude(percentChange(other, value));

/** The median of the hour's prices. If there are two, the one nearer to the first price. */
function medianOf(known: readonly Known[]): string {
  const sorted = known.map(({ value }) => value).toSorted(compareDecimals);
  const [first = "0"] = known.map(({ value }) => value);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? first;
  const high = sorted[Math.floor(sorted.length / 2)] ?? first;
  return awayFrom(first, low) <= awayFrom(first, high) ? low : high;
}

/** ', back at 6:07 am' for the first price after a jump that is about the median again. */
function backText(after: readonly Known[], median: string): string {
  const back = after.find(({ value }) => awayFrom(median, value) < LARGEST_PERCENT);
  return back === undefined ? "" : `, back at ${minuteText(back.at)}`;
}

/**
 * Unbelieved prices of an hour: the first jump away from most of the others, and when they were back, 'Fell 18% at 6:02
 * am, back at 6:07 am'. If the jump was before the hour, how far away the hour began: '18% lower until 6:07 am'.
 * Undefined if there is neither.
 */
export function jumpText(points: readonly ChartPoint[]): string | undefined {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  const median = medianOf(known);
  for (const [index, { at, value }] of known.entries()) {
    const before = known[index - 1];
    if (before === undefined || isZero(before.value)) continue;
    const percent = percentChange(before.value, value);
    if (magnitude(percent) < LARGEST_PERCENT) continue;
    // A jump back says the opposite of what happened.
    const isBack = awayFrom(median, value) < awayFrom(median, before.value);
    if (!isBack)
      return `${percent < 0n ? "Fell" : "Rose"} ${magnitude(percent)}% at ${minuteText(at)}${backText(known.slice(index + 1), median)}`;
    const wasAway = percentChange(median, before.value);
    return `${magnitude(wasAway)}% ${wasAway < 0n ? "lower" : "higher"} until ${minuteText(at)}`;
  }
  return undefined;
}

/** The last hour as a chart takes it; nothing as long as it is not known. */
export const pointsOf = (hour: LastHour | undefined): ChartPoint[] =>
  hour?.points.map(({ at, rate }) => ({ at: Date.parse(at), value: rate })) ?? [];

/** Present price of a market’s coin, and whether it was far from that within the hour. */
export interface LastPrice {
  /** Plain decimal text; null if the last hour has none. */
  readonly price: string | null;
  readonly jump: string | undefined;
  /** The hour, minute by minute. */
  readonly points: readonly ChartPoint[];
}

/** The last price of each market, by `COIN/FIAT`; nothing of one whose prices have not come. */
export function useLastPrices(markets: readonly Market[]): ReadonlyMap<string, LastPrice> {
  const names = [...new Set(markets.map(({ coin, fiat }) => `${coin}/${fiat}`))];
  const hours = trpc.useQueries((ask) =>
    names.map((name) => {
      const [symbol = "", fiat = ""] = name.split("/");
      return ask.ops.rates.lastHour(
        { symbol, in: fiat },
        { refetchInterval: READ_AGAIN_AFTER, ...SHOWN_IN_PLACE },
      );
    }),
  );
  return new Map(
    hours.flatMap(({ data }, place) => {
      if (data === undefined) return [];
      const points = pointsOf(data);
      const price = points.findLast(({ value }) => value !== null)?.value ?? null;
      return [[names[place] ?? "", { price, jump: jumpText(points), points }] as const];
    }),
  );
}
