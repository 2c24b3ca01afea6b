import {
  RateSourceError,
  type RateSource,
  type RateSourceErrorKind,
  type SourcedRate,
} from "./rate-source.ts";
import { startTimer as startRealTimer, type StartTimer } from "./timer.ts";

/**
 * A failed source rests this long at first, twice as long after each further failure, up to the longest. A time-out
 * makes somebody wait, so it is risked seldom; a quick failure does not, so that recovery may be noticed soon.
 */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 4_000;
const LONGEST_REST_AFTER_TIMEOUT_MS = 15_000;

/** A service's own `Retry-After` is honoured up to this. */
const LONGEST_ASKED_REST_MS = 3_600_000;

/** How far a source's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Failures of the service as a whole; the others concern only the pair that was asked. */
const WHOLE_SOURCE_FAILURES: ReadonlySet<RateSourceErrorKind> = new Set([
  "timeout",
  "unreachable",
  "rate_limited",
]);
const EVERY_PAIR = "every pair";

/** What the service logs through; a pino logger fits. */
export interface RateLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

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

/** How a source has been doing. Times are epoch milliseconds. */
export interface SourceStatus {
  readonly name: RateSource["name"];
  readonly lastSuccessAt: number | undefined;
  readonly lastFailure:
    | { readonly at: number; readonly kind: RateSourceErrorKind; readonly message: string }
    | undefined;
  /** Until when the source is not asked at all, where its last failure concerned every pair. */
  readonly restingUntil: number | undefined;
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

interface Rest {
  readonly since: number;
  readonly ms: number;
  /** What the growing part of the rest has come to, without a service's own wish. */
  readonly grownMs: number;
  readonly error: RateSourceError;
}

interface SourceState {
  readonly source: RateSource;
  readonly rests: Map<string, Rest>;
  lastSuccessAt: number | undefined;
  lastFailure: SourceStatus["lastFailure"];
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
  const states: readonly SourceState[] = sources.map((source) => ({
    source,
    rests: new Map(),
    lastSuccessAt: undefined,
    lastFailure: undefined,
  }));
  const kept = new Map<string, { readonly answer: SourcedRate; readonly receivedAt: number }>();
  const inFlight = new Map<string, Promise<SourcedRate>>();

  /** Whether `now` lies within `ms` after `since`; a clock that was set back counts as outside. */
  function isWithin(since: number, ms: number): boolean {
    const elapsed = now() - since;
    return elapsed >= 0 && elapsed < ms;
  }

  /** Why a price of this time may not be used. */
  function timeProblem(timestamp: number): RateSourceError | undefined {
    const ageMs = now() - timestamp * 1000;
    if (ageMs > maxAgeMs) {
      return new RateSourceError("stale", `the price is ${Math.floor(ageMs / 1000)} s old`);
    }
    if (ageMs < -CLOCK_TOLERANCE_MS) {
      return new RateSourceError("garbage", `the price is ${Math.ceil(-ageMs / 1000)} s in the future`);
    }
    return undefined;
  }

  function restOf({ rests }: SourceState, pair: string): Rest | undefined {
    return [rests.get(EVERY_PAIR), rests.get(pair)].find(
      (rest) => rest !== undefined && isWithin(rest.since, rest.ms),
    );
  }

  function noteFailure(state: SourceState, pair: string, error: RateSourceError): void {
    // That a source does not quote a pair is no failure of it.
    if (error.kind === "unsupported") return;
    const at = now();
    const subject = WHOLE_SOURCE_FAILURES.has(error.kind) ? EVERY_PAIR : pair;
    const before = state.rests.get(subject);
    // Requests for several pairs that fail together count as one failure.
    const failedTogether = before !== undefined && isWithin(before.since, before.ms);
    const longestMs = error.kind === "timeout" ? LONGEST_REST_AFTER_TIMEOUT_MS : LONGEST_REST_MS;
    const grownMs =
      before === undefined ? FIRST_REST_MS : Math.min(before.grownMs * (failedTogether ? 1 : 2), longestMs);
    const askedMs = Math.min((error.retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_REST_MS);
    const restMs = Math.max(grownMs, askedMs);
    state.rests.set(subject, { since: at, ms: restMs, grownMs, error });
    state.lastFailure = { at, kind: error.kind, message: error.message };
    log.warn(
      { source: state.source.name, pair, kind: error.kind, reason: error.message, restMs },
      "Rate source failed",
    );
  }

  function noteSuccess(state: SourceState, pair: string): void {
    const recovered = [state.rests.delete(EVERY_PAIR), state.rests.delete(pair)].includes(true);
    state.lastSuccessAt = now();
    if (recovered) log.info({ source: state.source.name, pair }, "Rate source answers again");
  }

  async function ask(symbol: string, currency: string, pair: string): Promise<SourcedRate> {
    const failures: RateFailure[] = [];
    for (const state of states) {
      const { source } = state;
      const rest = restOf(state, pair);
      if (rest !== undefined) {
        failures.push({
          source: source.name,
          kind: rest.error.kind,
          message: `resting: ${rest.error.message}`,
        });
        continue;
      }
      try {
        // One after the other on purpose: a later source is asked only once the earlier ones have failed.
        const answer = await askWithin({ source, symbol, currency, timeoutMs, startTimer });
        const problem = timeProblem(answer.timestamp);
        if (problem !== undefined) throw problem;
        noteSuccess(state, pair);
        kept.set(pair, { answer, receivedAt: now() });
        return answer;
      } catch (error) {
        const failure = asRateSourceError(error);
        noteFailure(state, pair, failure);
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
        isWithin(last.receivedAt, keepMs) &&
        timeProblem(last.answer.timestamp) === undefined
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
    status() {
      return states.map(({ source, rests, lastSuccessAt, lastFailure }) => {
        const rest = rests.get(EVERY_PAIR);
        const isResting = rest !== undefined && isWithin(rest.since, rest.ms);
        return {
          name: source.name,
          lastSuccessAt,
          lastFailure,
          restingUntil: isResting ? rest.since + rest.ms : undefined,
        };
      });
    },
  };
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
