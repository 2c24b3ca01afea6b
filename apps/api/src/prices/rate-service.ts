import {
  RateSourceError,
  type RateSource,
  type RateSourceErrorKind,
  type SourcedRate,
} from "./rate-source.ts";
import { createSourceHealth, isWithin, type RateLog, type SourceStatus } from "./source-health.ts";
import { startTimer as startRealTimer, type StartTimer } from "./timer.ts";

/** How far a source's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Why one source gave no rate. */
export interface RateFailure {
  readonly source: string;
  readonly kind: RateSourceErrorKind;
  readonly message: string;
}

/** No source gives a price fresh enough to use. `failures` has a line for each source, in fallback order. */
export class RateUnavailableError extends Error {
  readonly failures: readonly RateFailure[];

  constructor(symbol: string, currency: string, failures: readonly RateFailure[]) {
    const reasons = failures.map(({ source, kind, message }) => `${source}: ${kind} (${message})`);
    super(`No rate for ${symbol}/${currency}: ${reasons.join("; ")}`);
    this.name = "RateUnavailableError";
    this.failures = failures;
  }
}

/** Prices for the whole product: the first source that has one, never an old one. */
export interface RateService {
  /**
   * The price of one `symbol` (crypto) in `currency` (fiat).
   * @throws RateUnavailableError when no source gives one that is fresh enough
   */
  current(symbol: string, currency: string): Promise<SourcedRate>;
  /** Whether any source prices the currency at all, as far as that can be known without asking. */
  knows(code: string): boolean;
  /** Each source in fallback order, for readiness and operators. */
  status(): readonly SourceStatus[];
}

/**
 * Asks the sources in their order and gives the first usable answer.
 *
 * - Each source has `timeoutMs` to answer in full; one that fails rests for a short growing while, so that a dead one
 *   does not cost its time-out again and again. A `Retry-After` is honoured.
 * - All who wait for the same pair share one request; its answer is kept for `keepMs`.
 * - A price whose own timestamp is over `maxAgeMs` old, or ahead of our clock, is refused. When every source fails there
 *   is no rate: an earlier answer is never served beyond `keepMs`.
 *
 * @param sources the fallback order
 * @param now epoch milliseconds
 */
export function createRateService({
  sources,
  now,
  log,
  timeoutMs = 3_000,
  keepMs = 5_000,
  maxAgeMs = 120_000,
  startTimer = startRealTimer,
}: {
  readonly sources: readonly RateSource[];
  readonly now: () => number;
  readonly log: RateLog;
  readonly timeoutMs?: number;
  readonly keepMs?: number;
  readonly maxAgeMs?: number;
  readonly startTimer?: StartTimer;
}): RateService {
  const states = sources.map((source) => createSourceHealth(source, now, log));
  const kept = new Map<string, { readonly answer: SourcedRate; readonly receivedAt: number }>();
  const inFlight = new Map<string, Promise<SourcedRate>>();

  async function ask(symbol: string, currency: string, pair: string): Promise<SourcedRate> {
    const failures: RateFailure[] = [];
    for (const state of states) {
      const { source } = state;
      const rest = state.restOf(pair);
      if (rest !== undefined) {
        failures.push({ source: source.name, kind: rest.kind, message: `resting: ${rest.message}` });
        continue;
      }
      try {
        // One after the other on purpose: a later source is asked only once the earlier ones have failed.
        const answer = await askWithin({ source, symbol, currency, timeoutMs, startTimer });
        const problem = timeProblem(answer, now(), maxAgeMs);
        if (problem !== undefined) throw problem;
        state.noteSuccess(pair);
        kept.set(pair, { answer, receivedAt: now() });
        return answer;
      } catch (error) {
        const failure = asRateSourceError(error);
        state.noteFailure(pair, failure);
        failures.push({ source: source.name, kind: failure.kind, message: failure.message });
      }
    }
    throw new RateUnavailableError(symbol, currency, failures);
  }

  return {
    async current(symbol, currency) {
      const pair = `${symbol}/${currency}`;
      const last = kept.get(pair);
      if (
        last !== undefined &&
        isWithin(now(), last.receivedAt, keepMs) &&
        timeProblem(last.answer, now(), maxAgeMs) === undefined
      ) {
        return last.answer;
      }
      const shared = inFlight.get(pair);
      if (shared !== undefined) return shared;
      const request = ask(symbol, currency, pair).finally(() => inFlight.delete(pair));
      inFlight.set(pair, request);
      return request;
    },

    knows: (code) => sources.some((source) => source.knows(code)),
    status: () => states.map((state) => state.status()),
  };
}

/** Why a price of this time may not be used; undefined where it may. */
function timeProblem({ timestamp }: SourcedRate, now: number, maxAgeMs: number): RateSourceError | undefined {
  const ageMs = now - timestamp * 1000;
  if (ageMs > maxAgeMs) return new RateSourceError("stale", `the price is ${Math.floor(ageMs / 1000)} s old`);
  if (ageMs < -CLOCK_TOLERANCE_MS) {
    return new RateSourceError("garbage", `the price is ${Math.ceil(-ageMs / 1000)} s in the future`);
  }
  return undefined;
}

/** Asks one source and stops waiting after `timeoutMs`, whether or not the source heeds its signal. */
async function askWithin({
  source,
  symbol,
  currency,
  timeoutMs,
  startTimer,
}: {
  readonly source: RateSource;
  readonly symbol: string;
  readonly currency: string;
  readonly timeoutMs: number;
  readonly startTimer: StartTimer;
}): Promise<SourcedRate> {
  const controller = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const stopTimer = startTimer(() => {
    const error = new RateSourceError("timeout", `no complete answer within ${timeoutMs} ms`);
    controller.abort(error);
    timedOut.reject(error);
  }, timeoutMs);
  try {
    return await Promise.race([source.fetchRate(symbol, currency, controller.signal), timedOut.promise]);
  } finally {
    stopTimer();
  }
}

/** A source throws RateSourceError only; anything else is a fault in it, and its answer cannot be trusted either. */
function asRateSourceError(error: unknown): RateSourceError {
  if (error instanceof RateSourceError) return error;
  return new RateSourceError("garbage", error instanceof Error ? error.message : "unknown failure", {
    cause: error,
  });
}
