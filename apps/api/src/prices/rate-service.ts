import { askSources, timeProblem, type RateFailure } from "./ask-sources.ts";
import type { RateSource, SourcedRate } from "./rate-source.ts";
import { createSourceHealth, isWithin, type RateLog, type SourceStatus } from "./source-health.ts";
import { startTimer as startRealTimer, type StartTimer } from "./timer.ts";

/** @throws RateUnavailableError for a price that is not to be trusted */
export type JudgePrice = (symbol: string, currency: string, answers: readonly SourcedRate[]) => Promise<void>;

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

/** The guarded price; undefined if there is none to trust. */
export async function guardedPrice(
  { rates }: { readonly rates: RateService },
  symbol: string,
  currency: string,
): Promise<SourcedRate | undefined> {
  try {
    return await rates.current(symbol, currency);
  } catch (error) {
    if (error instanceof RateUnavailableError) return undefined;
    throw error;
  }
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
  judge,
}: {
  readonly sources: readonly RateSource[];
  readonly now: () => number;
  readonly log: RateLog;
  readonly timeoutMs?: number;
  readonly keepMs?: number;
  readonly maxAgeMs?: number;
  readonly startTimer?: StartTimer;
  /**
   * Judges what was answered before anyone may use it: the first source's answer and, where another one answers as well,
   * a second opinion. Throws if the price is not to be trusted. Without it only one source is asked.
   */
  readonly judge?: JudgePrice;
}): RateService {
  const states = sources.map((source) => createSourceHealth(source, now, log));
  const opinions = askSources({ states, now, timeoutMs, maxAgeMs, startTimer });
  const kept = new Map<string, { readonly answer: SourcedRate; readonly receivedAt: number }>();
  const inFlight = new Map<string, Promise<SourcedRate>>();

  async function ask(symbol: string, currency: string, pair: string): Promise<SourcedRate> {
    const wanted = judge === undefined ? 1 : 2;
    const { answers, failures } = await opinions(symbol, currency, wanted);
    const [answer] = answers;
    if (answer === undefined) throw new RateUnavailableError(symbol, currency, failures);
    await judge?.(symbol, currency, answers);
    kept.set(pair, { answer, receivedAt: now() });
    return answer;
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
