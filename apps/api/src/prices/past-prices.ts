import { keptTimes } from "@wattle/db/prices";
import { formatRate } from "@wattle/exchange-core/rate";
import { fullMinute, type PastPrices, type RecordedPrice } from "./price-recorder.ts";
import type { RateSource, SourcedRate } from "./rate-source.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A simulated past begins so long ago: two years. */
const SIMULATED_MS = 2 * 365 * DAY_MS;
/** So many prices are computed and written at once: others get their turn in between. */
const POINTS_AT_ONCE = 1_000;
/** With 720 of each, these reach back two years, 30 days and 60 hours: as far as the lines of the charts need them. */
const PERIODS = [DAY_MS, HOUR_MS, 5 * MINUTE_MS];
/** While less than this was recorded, the time before it may still be missing. */
const YOUNG_MS = 30 * DAY_MS;
/** A source has so long for a complete answer. */
const TIMEOUT_MS = 10_000;

function* inPieces<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let first = 0; first < items.length; first += POINTS_AT_ONCE) {
    yield items.slice(first, first + POINTS_AT_ONCE);
  }
}

/**
 * The simulated past of the last two years, as densely as prices are kept: all of it on a new installation, what is missing after
 * the last recorded minute on any other.
 * @param priceAt gives the price of a moment, epoch milliseconds
 */
export function simulatedPast(
  priceAt: (symbol: string, currency: string, epochMs: number) => SourcedRate,
  now: () => number,
): PastPrices {
  return async function* (pair, recorded) {
    const end = fullMinute(now());
    const begin = Math.max(end - SIMULATED_MS, recorded === undefined ? 0 : recorded.last + MINUTE_MS);
    for (const times of inPieces(keptTimes(BigInt(begin), BigInt(end)))) {
      yield times.map((kept_at) => {
        const recordedAt = Number(kept_at);
        const { bid } = priceAt(pair.symbol, pair.currency, recordedAt);
        return { ...pair, rate: formatRate(bid), recordedAt };
      });
    }
  };
}

/**
 * The past as the first source with a memory of the pair tells it: the last trade of each day, hour and five minutes,
 * as far back as it goes. Before the first recorded price only whole days (UTC) are filled in, since the cost of a coin
 * that came is read from the first price of its day.
 */
export function sourcedPast(sources: readonly RateSource[], now: () => number): PastPrices {
  return async function* (pair, recorded, stopping) {
    const { symbol, currency } = pair;
    const source = sources.find((one) => one.fetchPast && one.knows(symbol) && one.knows(currency));
    if (source?.fetchPast === undefined) return;
    const end = fullMinute(now());
    const isMissing = (at: number): boolean =>
      at <= end &&
      (recorded === undefined || at > recorded.last || at < recorded.first - (recorded.first % DAY_MS));
    const isWorthAsking = (period: number): boolean =>
      recorded === undefined || recorded.first > end - YOUNG_MS || recorded.last <= end - period;
    const byTime = new Map<number, RecordedPrice>();
    for (const period of PERIODS.filter(isWorthAsking)) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
      for (const { at, rate } of await source.fetchPast(symbol, currency, period, signal)) {
        if (isMissing(at)) byTime.set(at, { ...pair, rate: formatRate(rate), recordedAt: at });
      }
    }
    yield* inPieces([...byTime.values()].toSorted((a, b) => a.recordedAt - b.recordedAt));
  };
}
