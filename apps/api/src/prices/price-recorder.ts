import { setImmediate as nextTurn } from "node:timers/promises";
import { formatRate } from "@wattle/exchange-core/rate";
import type { RateService } from "./rate-service.ts";
import type { RateLog } from "./source-health.ts";
import type { SourcedRate } from "./rate-source.ts";
import { startTimer as startRealTimer, type StartTimer } from "./timer.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A simulated past begins so long ago: two years. */
const PAST_MS = 2 * 365 * 24 * HOUR_MS;
/** So many prices are computed and written at once: others get their turn in between. */
const POINTS_AT_ONCE = 1_000;

/** A crypto currency and the fiat currency it is priced in. */
export interface PricePair {
  readonly symbol: string;
  readonly currency: string;
}

/** The price of a pair at a full minute. */
export interface RecordedPrice extends PricePair {
  /** The bid, as plain decimal text that `formatRate` writes. */
  readonly rate: string;
  /** Epoch milliseconds, a whole number of minutes. */
  readonly recordedAt: number;
}

/** Where recorded prices are kept. */
export interface PriceStore {
  /** Keeps prices; one that is there already for the same pair and minute stays as it is. */
  recordPrices(points: readonly RecordedPrice[]): Promise<void>;
  /** The newest price of the pair recorded at or before `epochMs`. */
  priceAt(pair: PricePair, epochMs: number): Promise<RecordedPrice | undefined>;
  /** The times from `fromMs` to `nowMs` for which prices are kept, oldest first, each a full minute. */
  keptTimes(fromMs: number, nowMs: number): readonly number[];
  /** Thins the past as seen from `nowMs`. Since `sinceMs` it has not been thinned; 0 where it never was. */
  thinPrices(nowMs: number, sinceMs: number): Promise<void>;
}

/** Records prices in the background. */
export interface PriceRecorder {
  /** Begins; resolves once the past has been filled in, where there is one to fill in. Never rejects. */
  start(): Promise<void>;
  /** Ends; resolves once nothing is being recorded any more. */
  stop(): Promise<void>;
}

interface PriceWriterParts {
  readonly rates: Pick<RateService, "current">;
  readonly store: PriceStore;
  /** The pairs to record at this moment. */
  readonly pairs: () => Promise<readonly PricePair[]>;
  readonly now: () => number;
  readonly log: Pick<RateLog, "warn">;
  readonly simulatedHistory?:
    | ((symbol: string, currency: string, epochMs: number) => SourcedRate)
    | undefined;
}

/** The last full minute, in epoch milliseconds. */
const fullMinute = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS;

/** What a recorder writes; nothing of it rejects. */
function createPriceWriter(
  { rates, store, pairs, now, log, simulatedHistory }: PriceWriterParts,
  isWanted: () => boolean,
) {
  const filled = new Set<string>();
  let thinnedAt = 0;

  /** An installation does not depend on recorded prices: failing to record them must not end it. */
  async function attempt(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.warn({ err: error }, what);
    }
  }

  /** Oldest first, so that one that was interrupted goes on where it was. */
  async function fillPast(pair: PricePair): Promise<void> {
    if (simulatedHistory === undefined) return;
    const last = await store.priceAt(pair, now());
    const end = fullMinute(now());
    const begin = Math.max(end - PAST_MS, last === undefined ? 0 : last.recordedAt + MINUTE_MS);
    const times = store.keptTimes(begin, end);
    for (let first = 0; first < times.length && isWanted(); first += POINTS_AT_ONCE) {
      const points = times.slice(first, first + POINTS_AT_ONCE).map((recordedAt) => {
        const { bid } = simulatedHistory(pair.symbol, pair.currency, recordedAt);
        return { ...pair, rate: formatRate(bid), recordedAt };
      });
      await store.recordPrices(points);
      await nextTurn();
    }
  }

  /** A pair that is new to this process has a past to fill in. */
  async function fillNew(recorded: readonly PricePair[]): Promise<void> {
    const fresh = recorded.filter(({ symbol, currency }) => !filled.has(`${symbol}/${currency}`));
    for (const pair of fresh) {
      await attempt("Past prices not filled in", () => fillPast(pair));
      filled.add(`${pair.symbol}/${pair.currency}`);
    }
  }

  async function recordMinute(minute: number): Promise<void> {
    const points: RecordedPrice[] = [];
    const readPrice = async (pair: PricePair): Promise<void> => {
      const { bid } = await rates.current(pair.symbol, pair.currency);
      points.push({ ...pair, rate: formatRate(bid), recordedAt: minute });
    };
    await attempt("Markets not read", async () => {
      const recorded = await pairs();
      await fillNew(recorded);
      await Promise.all(recorded.map((pair) => attempt("No price to record", () => readPrice(pair))));
    });
    if (points.length > 0) await attempt("Prices not recorded", () => store.recordPrices(points));
  }

  const thin = (): Promise<void> =>
    attempt("Prices not thinned", async () => {
      const at = now();
      await store.thinPrices(at, thinnedAt);
      thinnedAt = at;
    });

  const fillPasts = (): Promise<void> => attempt("Markets not read", async () => fillNew(await pairs()));

  return { fillPasts, recordMinute, thin };
}

/**
 * Records the price of each pair at every full minute, and thins the past at every full hour. A minute
 * without a price, or without a store, is left out: a gap is never filled with a guess. A minute is finished before
 * the next begins, and several processes may record side by side.
 *
 * @param now epoch milliseconds
 * @param simulatedHistory gives past prices; only for an installation whose prices are simulated. At the start it
 *   fills what is missing of the past two years after the last recorded minute: all of them on a new installation.
 */
export function createPriceRecorder({
  startTimer = startRealTimer,
  ...parts
}: PriceWriterParts & { readonly startTimer?: StartTimer }): PriceRecorder {
  const { now } = parts;
  let isStarted = false;
  const writer = createPriceWriter(parts, () => isStarted);
  let work: Promise<void> = Promise.resolve();
  let stopTimer = (): void => {};

  async function begin(): Promise<void> {
    await writer.fillPasts();
    await writer.thin();
    waitForNextMinute();
  }

  function waitForNextMinute(): void {
    if (!isStarted) return;
    const due = fullMinute(now()) + MINUTE_MS;
    stopTimer = startTimer(() => {
      work = onTimer(due);
    }, due - now());
  }

  async function onTimer(due: number): Promise<void> {
    // A timer may fire a moment early by the clock; the minute is then still to come.
    if (now() >= due) {
      const minute = fullMinute(now());
      await writer.recordMinute(minute);
      if (minute % HOUR_MS === 0) await writer.thin();
    }
    waitForNextMinute();
  }

  return {
    start() {
      if (!isStarted) {
        isStarted = true;
        work = begin();
      }
      return work;
    },
    async stop() {
      isStarted = false;
      stopTimer();
      await work;
    },
  };
}
