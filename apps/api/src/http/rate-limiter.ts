import type { Clock } from "../clock.ts";

const WINDOW_MILLISECONDS = 60_000;
/** Bounds the memory that many addresses can take; the windows that began first go first. */
const LARGEST_KEYS = 100_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/** What became of one request. */
export interface RateLimitCount {
  readonly exceeded: boolean;
  /** Whole seconds until the client's window ends, at least 1. */
  readonly secondsLeft: number;
  /** Value of the answer's `RateLimit` field. */
  readonly field: string;
}

export interface RateLimiter {
  /** Value of the `RateLimit-Policy` field: the same for all answers. */
  readonly policy: string;
  /** Counts a request of the client that `key` names. */
  count(key: string): RateLimitCount;
}

/**
 * Allows each client `limit` requests in a minute that begins with the first of them. Fields as in
 * draft-ietf-httpapi-ratelimit-headers-10: `q` requests in `w` seconds, `r` of them left, `t` seconds to the next
 * window.
 */
export function createRateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows = new Map<string, Window>();

  function windowOf(key: string, now: number): Window {
    const open = windows.get(key);
    if (open !== undefined && now < open.endsAt && now >= open.endsAt - WINDOW_MILLISECONDS) return open;
    const fresh = { endsAt: now + WINDOW_MILLISECONDS, count: 0 };
    // Deleting first keeps the map ordered by the windows' beginnings.
    windows.delete(key);
    windows.set(key, fresh);
    if (windows.size > LARGEST_KEYS) {
      const oldest = windows.keys().next();
      if (!oldest.done) windows.delete(oldest.value);
    }
    return fresh;
  }

  return {
    policy: `"default";q=${limit};w=${WINDOW_MILLISECONDS / 1000}`,
    count(key) {
      const now = clock.now();
      const window = windowOf(key, now);
      window.count += 1;
      const secondsLeft = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      const left = Math.max(0, limit - window.count);
      return {
        exceeded: window.count > limit,
        secondsLeft,
        field: `"default";r=${left};t=${secondsLeft}`,
      };
    },
  };
}
