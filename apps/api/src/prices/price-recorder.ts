import { setImmediate as nextTurn } from "node:timers/promises";
import { formatRate } from "@wattle/exchange-core/rate";
import type { RateService } from "./rate-service.ts";
import type { RateLog } from "./source-health.ts";
import { startTimer as startRealTimer, type StartTimer } from "./timer.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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

/** The times of the first and the last recorded price, epoch milliseconds. */
export interface RecordedSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Gaps of a pair's past, oldest first, in pieces to be written one by one.
 * @param recorded what there is already; undefined if nothing is
 */
export type PastPrices = (
  pair: PricePair,
  recorded: RecordedSpan | undefined,
  signal: AbortSignal,
) => AsyncIterable<readonly RecordedPrice[]>;

/** Store of recorded prices. */
export interface PriceStore {
  /** Keeps prices; one that is there already for the same pair and minute stays as it is. */
  recordPrices(points: readonly RecordedPrice[]): Promise<void>;
  /** When the pair's first and last kept prices were recorded; undefined if there is none. */
  recordedSpan(pair: PricePair): Promise<RecordedSpan | undefined>;
  /** Thins the past as seen from `nowMs`. Since `sinceMs` it has not been thinned; 0 where it never was. */
  thinPrices(nowMs: number, sinceMs: number): Promise<void>;
}

/** Records prices in the background. */
export interface PriceRecorder {
  /** Begins; resolves once the past has been filled in, if there is one to fill in. Never rejects. */
  start(): Promise<void>;
  /** Ends; resolves once nothing is being recorded any more. */
  stop(): Promise<void>;
}

interface PriceWriterParts {
  readonly rates: Pick<RateService, "current" | "knows">;
  readonly store: PriceStore;
  /** The pairs to record at this moment. */
  readonly pairs: () => Promise<readonly PricePair[]>;
  readonly now: () => number;
  readonly log: Pick<RateLog, "warn">;
  /** Fills in the past of a pair that is new to this process; without it there is none. */
  readonly past?: PastPrices | undefined;
}

/** The last full minute, in epoch milliseconds. */
export const fullMinute = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS;

/** Writes of a recorder; none of them rejects. */
function createPriceWriter(
  { rates, store, pairs, now, log, past }: PriceWriterParts,
  stopping: () => AbortSignal,
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
    if (past === undefined) return;
    const signal = stopping();
    for await (const points of past(pair, await store.recordedSpan(pair), signal)) {
      if (signal.aborted) return;
      await store.recordPrices(points);
      await nextTurn();
    }
  }

  /** A pair that is new to this process has a past to fill in. */
  async function fillNew(recorded: readonly PricePair[]): Promise<void> {
    const fresh = recorded.filter(({ symbol, currency }) => !filled.has(`${symbol}/${currency}`));
    for (const pair of fresh) {
      if (stopping().aborted) return;
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
      // The start has said once which currencies no source knows.
      const recorded = (await pairs()).filter(
        ({ symbol, currency }) => rates.knows(symbol) && rates.knows(currency),
      );
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
 * the next begins, and several processes may record side by side. At the start, and when a pair is new, the past is filled
 * in if there is one.
 *
 * @param now epoch milliseconds
 */
export function createPriceRecorder({
  startTimer = startRealTimer,
  ...parts
}: PriceWriterParts & { readonly startTimer?: StartTimer }): PriceRecorder {
  const { now } = parts;
  let isStarted = false;
  let stopping = new AbortController();
  const writer = createPriceWriter(parts, () => stopping.signal);
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
        stopping = new AbortController();
        work = begin();
      }
      return work;
    },
    async stop() {
      isStarted = false;
      stopping.abort();
      stopTimer();
      await work;
    },
  };
}
