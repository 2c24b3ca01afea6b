import type { RateSource, RateSourceError, RateSourceErrorKind } from "./rate-source.ts";

/**
 * A failed source rests this long at first, twice as long after each further failure, up to the longest. A time-out
 * makes someone wait, so it is risked seldom; a quick failure does not, so that recovery may be noticed soon.
 */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 4_000;
const LONGEST_REST_AFTER_TIMEOUT_MS = 15_000;

/** A service's own `Retry-After` is honoured up to this. */
const LONGEST_ASKED_REST_MS = 3_600_000;

/** Failures of the service as a whole; the others concern only the pair that was asked. */
const WHOLE_SOURCE_FAILURES: ReadonlySet<RateSourceErrorKind> = new Set([
  "timeout",
  "unreachable",
  "rate_limited",
]);
const EVERY_PAIR = "every pair";

/** Logger of the service; a pino logger fits. */
export interface RateLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
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

interface Rest {
  readonly since: number;
  readonly ms: number;
  /** Growing part of the rest, without a service's own wish. */
  readonly grownMs: number;
  readonly error: RateSourceError;
}

/** Whether `now` lies within `ms` after `since`; a clock that was set back counts as outside. */
export function isWithin(now: number, since: number, ms: number): boolean {
  const elapsed = now - since;
  return elapsed >= 0 && elapsed < ms;
}

/** State of one source: how it has been doing, and whether it rests. */
export interface SourceHealth {
  readonly source: RateSource;
  /** The failure that the source rests after, for this pair; undefined if it may be asked. */
  restOf(pair: string): RateSourceError | undefined;
  noteFailure(pair: string, error: RateSourceError): void;
  noteSuccess(pair: string): void;
  status(): SourceStatus;
}

/** @param now epoch milliseconds */
export function createSourceHealth(source: RateSource, now: () => number, log: RateLog): SourceHealth {
  const rests = new Map<string, Rest>();
  let lastSuccessAt: number | undefined;
  let lastFailure: SourceStatus["lastFailure"];
  const isResting = ({ since, ms }: Rest): boolean => isWithin(now(), since, ms);

  function grow(before: Rest | undefined, kind: RateSourceErrorKind): number {
    if (before === undefined) return FIRST_REST_MS;
    const longestMs = kind === "timeout" ? LONGEST_REST_AFTER_TIMEOUT_MS : LONGEST_REST_MS;
    // Requests for several pairs that fail together count as one failure.
    return Math.min(before.grownMs * (isResting(before) ? 1 : 2), longestMs);
  }

  return {
    source,
    restOf: (pair) =>
      [rests.get(EVERY_PAIR), rests.get(pair)].find((rest) => rest !== undefined && isResting(rest))?.error,

    noteFailure(pair, error) {
      // That a source does not quote a pair is no failure of it.
      if (error.kind === "unsupported") return;
      const at = now();
      const subject = WHOLE_SOURCE_FAILURES.has(error.kind) ? EVERY_PAIR : pair;
      const grownMs = grow(rests.get(subject), error.kind);
      const askedMs = Math.min((error.retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_REST_MS);
      const restMs = Math.max(grownMs, askedMs);
      rests.set(subject, { since: at, ms: restMs, grownMs, error });
      lastFailure = { at, kind: error.kind, message: error.message };
      log.warn(
        { source: source.name, pair, kind: error.kind, reason: error.message, restMs },
        "Rate source failed",
      );
    },

    noteSuccess(pair) {
      const recovered = [rests.delete(EVERY_PAIR), rests.delete(pair)].includes(true);
      lastSuccessAt = now();
      if (recovered) log.info({ source: source.name, pair }, "Rate source answers again");
    },

    status() {
      const rest = rests.get(EVERY_PAIR);
      const restingUntil = rest !== undefined && isResting(rest) ? rest.since + rest.ms : undefined;
      return { name: source.name, lastSuccessAt, lastFailure, restingUntil };
    },
  };
}
