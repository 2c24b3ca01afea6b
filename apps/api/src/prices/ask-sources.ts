import {
  RateSourceError,
  type RateSource,
  type RateSourceErrorKind,
  type SourcedRate,
} from "./rate-source.ts";
import type { SourceHealth } from "./source-health.ts";
import type { StartTimer } from "./timer.ts";

/** How far a source's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Why one source gave no rate. */
export interface RateFailure {
  readonly source: RateSource["name"];
  readonly kind: RateSourceErrorKind;
  readonly message: string;
}

interface Opinions {
  /** In the order of the sources; fewer than wanted where not as many answer. */
  readonly answers: readonly SourcedRate[];
  /** Why others did not answer, in the order of the sources. */
  readonly failures: readonly RateFailure[];
}

/**
 * Asks sources for a price, so many of them at once as opinions are wanted; a later source is asked only once an earlier one
 * has failed.
 */
export function askSources({
  states,
  now,
  timeoutMs,
  maxAgeMs,
  startTimer,
}: {
  readonly states: readonly SourceHealth[];
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly maxAgeMs: number;
  readonly startTimer: StartTimer;
}): (symbol: string, currency: string, wanted: number) => Promise<Opinions> {
  async function askOne(
    state: SourceHealth,
    symbol: string,
    currency: string,
  ): Promise<SourcedRate | RateFailure> {
    const { source } = state;
    const pair = `${symbol}/${currency}`;
    const rest = state.restOf(pair);
    if (rest !== undefined) {
      return { source: source.name, kind: rest.kind, message: `resting: ${rest.message}` };
    }
    try {
      const answer = await askWithin({ source, symbol, currency, timeoutMs, startTimer });
      const problem = timeProblem(answer, now(), maxAgeMs);
      if (problem !== undefined) throw problem;
      state.noteSuccess(pair);
      return answer;
    } catch (error) {
      const failure = asRateSourceError(error);
      state.noteFailure(pair, failure);
      return { source: source.name, kind: failure.kind, message: failure.message };
    }
  }

  return async (symbol, currency, wanted) => {
    const said = new Map<number, SourcedRate | RateFailure>();
    // All who ask take their next source from one list.
    const waiting = states.entries();
    async function opinion(): Promise<void> {
      for (const [place, state] of waiting) {
        const answer = await askOne(state, symbol, currency);
        said.set(place, answer);
        if ("bid" in answer) return;
      }
    }
    await Promise.all(Array.from({ length: wanted }, opinion));
    const inOrder = [...said].toSorted(([a], [b]) => a - b).map(([, answer]) => answer);
    return {
      answers: inOrder.filter((answer) => "bid" in answer),
      failures: inOrder.filter((answer) => "kind" in answer),
    };
  };
}

/** Why a price of this time may not be used; undefined if it may. */
export function timeProblem(
  { timestamp }: SourcedRate,
  now: number,
  maxAgeMs: number,
): RateSourceError | undefined {
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
