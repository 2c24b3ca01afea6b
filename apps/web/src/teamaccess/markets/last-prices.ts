import type { LastHour } from "@wattle/contracts/rates-status";
import type { ChartPoint } from "../../charts/line-chart.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { tickText } from "../../ui/moments.ts";
import { isZero, percentChange } from "../parts/signed-money.ts";
import { deskZone } from "../parts/zone.ts";
import type { Market } from "./market-words.ts";

/** Prices are recorded each minute. */
export const READ_AGAIN_AFTER = 30_000;

/** From one minute to the next a price that changes by more is not believed. */
const LARGEST_PERCENT = 10n;

/** The first minute whose price is far from the one before: 'Fell 18% at 3:22 am'; undefined where there is none. */
export function jumpText(points: readonly ChartPoint[]): string | undefined {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  for (const [index, { at, value }] of known.entries()) {
    const before = known[index - 1];
    if (before === undefined || isZero(before.value)) continue;
    const percent = percentChange(before.value, value);
    const size = percent < 0n ? -percent : percent;
    if (size >= LARGEST_PERCENT)
      return `${percent < 0n ? "Fell" : "Rose"} ${size}% at ${tickText(at, 0, deskZone())}`;
  }
  return undefined;
}

/** The last hour as a chart takes it; nothing as long as it is not known. */
export const pointsOf = (hour: LastHour | undefined): ChartPoint[] =>
  hour?.points.map(({ at, rate }) => ({ at: Date.parse(at), value: rate })) ?? [];

/** What a market’s coin is worth now, and whether it was far from that within the hour. */
export interface LastPrice {
  /** Plain decimal text; null where the last hour has none. */
  readonly price: string | null;
  readonly jump: string | undefined;
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
      return [[names[place] ?? "", { price, jump: jumpText(points) }] as const];
    }),
  );
}
