import type { Clock } from "../clock.ts";

/** A use is written at most this often, so that a call is not a write. */
const INTERVAL_MILLISECONDS = 10 * 60_000;
/** A session of staff ends after half an hour without use: what is noted must be nearly true. */
export const STAFF_INTERVAL_MILLISECONDS = 10_000;

/** Milliseconds since 1970: the use, and the time before which the one noted last must be for this one to be written. */
interface Use {
  readonly at: bigint;
  readonly since: bigint;
}

/**
 * Notes when sessions and tokens were last used, now and then. One of several uses at once is written.
 * @returns a function that takes what is used, its last use as read (milliseconds since 1970, null for none), how a
 *   use is written, and how often at most (milliseconds)
 */
export function createLastUse(clock: Clock) {
  const writing = new Set<string>();
  return async (
    id: string,
    noted: bigint | null,
    write: (use: Use) => Promise<void>,
    interval = INTERVAL_MILLISECONDS,
  ): Promise<void> => {
    const at = BigInt(clock.now());
    const since = at - BigInt(interval);
    if ((noted !== null && noted > since) || writing.has(id)) return;
    writing.add(id);
    try {
      await write({ at, since });
    } finally {
      writing.delete(id);
    }
  };
}
