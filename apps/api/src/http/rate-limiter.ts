import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import type { CountStore } from "../limits/limit-stores.ts";

const WINDOW_MILLISECONDS = 60_000;
/** Bounds the memory that many addresses can take; the windows that began first go first. */
const LARGEST_KEYS = 100_000;
/** Processes tell one another of a client each time that it has used up this part of its limit. */
const SHARED_PARTS = 10;

interface Window {
  endsAt: number;
  /** Requests that this process counted. */
  own: number;
  /** How many of these the other processes know of. */
  shared: number;
  /** Requests that other processes counted, as far as known. */
  elsewhere: number;
  isSharing: boolean;
}

/** Verdict on one request. */
interface RateLimitCount {
  readonly exceeded: boolean;
  /** Whole seconds until the client's window ends, at least 1. */
  readonly secondsLeft: number;
  /** Value of the answer's `RateLimit` field. */
  readonly field: string;
}

export interface RateLimiter {
  /** Value of the `RateLimit-Policy` field: the same for all answers. */
  readonly policy: string;
  /** Counts a request of the client that `key` names; one that is several calls counts as so many. */
  count(key: string, calls?: number): RateLimitCount;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log?: FastifyBaseLogger;
  /** Shared counts of an installation's processes; none if there is one process. */
  readonly counts?: CountStore | undefined;
}

/**
 * Allows each client `limit` requests in a minute that begins with the first of them. Fields as in
 * draft-ietf-httpapi-ratelimit-headers-10: `q` requests in `w` seconds, `r` of them left, `t` seconds to the next
 * window.
 *
 * A request waits for no store. A process shares its count of a client after each tenth of the limit, and learns of the
 * others' then: a client may have up to a tenth more for each further process, and costs at most ten writes a minute.
 */
export function createRateLimiter(limit: number, { clock, log, counts }: Surroundings): RateLimiter {
  const windows = new Map<string, Window>();
  const part = Math.max(1, Math.floor(limit / SHARED_PARTS));

  function windowOf(key: string, now: number): Window {
    const open = windows.get(key);
    if (open !== undefined && now < open.endsAt && now >= open.endsAt - WINDOW_MILLISECONDS) return open;
    const fresh = { endsAt: now + WINDOW_MILLISECONDS, own: 0, shared: 0, elsewhere: 0, isSharing: false };
    // Deleting first keeps the map ordered by the windows' beginnings.
    windows.delete(key);
    windows.set(key, fresh);
    if (windows.size > LARGEST_KEYS) {
      const oldest = windows.keys().next();
      if (!oldest.done) windows.delete(oldest.value);
    }
    return fresh;
  }

  async function share(store: CountStore, key: string, window: Window): Promise<void> {
    window.isSharing = true;
    const now = clock.now();
    const count = window.own - window.shared;
    window.shared = window.own;
    try {
      const total = await store.add(key, { count, endsAt: window.endsAt, now });
      window.elsewhere = Math.max(0, total.count - window.shared);
      window.endsAt = Math.min(total.endsAt, now + WINDOW_MILLISECONDS);
    } catch (error) {
      log?.warn({ err: error }, "the count of a client's requests could not be shared");
    }
    window.isSharing = false;
  }

  return {
    policy: `"default";q=${limit};w=${WINDOW_MILLISECONDS / 1000}`,
    count(key, calls = 1) {
      const now = clock.now();
      const window = windowOf(key, now);
      const wasWithin = window.own + window.elsewhere < limit;
      window.own += calls;
      const count = window.own + window.elsewhere;
      if (counts !== undefined && window.own - window.shared >= part && !window.isSharing && wasWithin) {
        void share(counts, key, window);
      }
      const secondsLeft = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      const left = Math.max(0, limit - count);
      return {
        exceeded: count > limit,
        secondsLeft,
        field: `"default";r=${left};t=${secondsLeft}`,
      };
    },
  };
}
