export type Fetch = (request: Request) => Promise<Response>;

/** When a call is sent again. Times are milliseconds. */
export interface RetryPolicy {
  /** How often at most, after the first time. */
  readonly retries: number;
  /** How long to wait for the beginning of an answer. */
  readonly timeout: number;
  /** A server that asks for a longer wait gets its answer handed back at once. */
  readonly longestWait: number;
  /** Whether the call may be done twice without harm, or is one that the server does once. */
  readonly isRepeatable: (request: Request) => boolean;
  /** Waits; ends with the signal's reason where the caller no longer does. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1, so that clients that failed together do not come back together. */
  readonly chance: () => number;
}

/** Answers of a gateway for a server that is away, and of a server that fails. */
const FAILURES: ReadonlySet<number> = new Set([500, 502, 503, 504]);
const FIRST_WAIT = 250;
const TOO_MANY_REQUESTS = 429;

/** Waits for `milliseconds`, or ends with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

/** The wait that an answer asks for, in milliseconds; undefined if it names none. */
function askedWait(response: Response): number | undefined {
  const seconds = /^\d{1,6}$/.exec(response.headers.get("retry-after") ?? "");
  return seconds === null ? undefined : Number.parseInt(seconds[0], 10) * 1000;
}

/** Doubles with each try, from half of it to all of it. */
const ownWait = (tries: number, chance: () => number): number =>
  FIRST_WAIT * 2 ** tries * (0.5 + chance() / 2);

/** One try, which ends when no answer has begun in time. The body of an answer has no time limit. */
async function tryOnce(fetch: Fetch, request: Request, timeout: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("No answer in time", "TimeoutError")), timeout);
  try {
    return await fetch(
      new Request(request.clone(), { signal: AbortSignal.any([request.signal, late.signal]) }),
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a call again where that is safe: after a 429, which did nothing, always; after a lost connection, a time-out or a
 * failed server only what may be repeated. Other answers, and the last one, are handed back as they are.
 */
export function retryingFetch(fetch: Fetch, policy: RetryPolicy): Fetch {
  return async (request) => {
    const repeatable = policy.isRepeatable(request);
    for (let tries = 0; ; tries++) {
      let response: Response | undefined;
      let failure: unknown;
      try {
        response = await tryOnce(fetch, request, policy.timeout);
      } catch (error) {
        failure = error;
      }
      const isAgain =
        response === undefined
          ? repeatable && !request.signal.aborted
          : response.status === TOO_MANY_REQUESTS || (repeatable && FAILURES.has(response.status));
      const wait = (response && askedWait(response)) ?? ownWait(tries, policy.chance);
      if (!isAgain || tries >= policy.retries || wait > policy.longestWait) {
        if (response === undefined) throw failure;
        return response;
      }
      await response?.body?.cancel();
      await policy.pause(wait, request.signal);
    }
  };
}
