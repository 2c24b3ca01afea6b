import type { Clock } from "../clock.ts";

/** Bounds the memory an attacker can take; the keys that were quiet longest go first. */
const LARGEST_KEYS = 100_000;

export interface TryLimiter {
  /**
   * Counts a try, unless there were too many.
   * @returns 0, or the seconds to wait where the try is one too many; it is not counted then
   */
  take(key: string): number;
}

/** Lets each key try `most` times within any `windowMilliseconds`. */
export function createTryLimiter(
  clock: Clock,
  { most, windowMilliseconds }: { readonly most: number; readonly windowMilliseconds: number },
): TryLimiter {
  const tries = new Map<string, number[]>();
  return {
    take(key) {
      const now = clock.now();
      const recent = (tries.get(key) ?? []).filter((time) => time > now - windowMilliseconds);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= most) {
        return Math.max(1, Math.ceil((oldest + windowMilliseconds - now) / 1000));
      }
      recent.push(now);
      // Deleting first keeps the map ordered by last try.
      tries.delete(key);
      tries.set(key, recent);
      if (tries.size > LARGEST_KEYS) {
        const quietest = tries.keys().next();
        if (!quietest.done) tries.delete(quietest.value);
      }
      return 0;
    },
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Seconds between two mails that somebody asks for. */
export const RESEND_SECONDS = 60;

/** Limits of everything around accounts, for one process. Sign-in has its own. */
export function createAccountLimits(clock: Clock) {
  return {
    /** Registrations of one address (contract: 60 an hour). */
    register: createTryLimiter(clock, { most: 60, windowMilliseconds: HOUR }),
    /** Mails that an account asks to have sent again. */
    resend: createTryLimiter(clock, { most: 1, windowMilliseconds: RESEND_SECONDS * 1000 }),
    resendByHour: createTryLimiter(clock, { most: 6, windowMilliseconds: HOUR }),
    /** Reset mails to one address; further ones are answered alike and not sent. */
    forgot: createTryLimiter(clock, { most: 5, windowMilliseconds: HOUR }),
    /** Guesses at a reset link. */
    reset: createTryLimiter(clock, { most: 30, windowMilliseconds: 15 * MINUTE }),
    /** Guesses at the current password by somebody who is signed in. */
    currentPassword: createTryLimiter(clock, { most: 10, windowMilliseconds: 15 * MINUTE }),
    /** Uploads of one account. */
    upload: createTryLimiter(clock, { most: 30, windowMilliseconds: HOUR }),
  };
}
export type AccountLimits = ReturnType<typeof createAccountLimits>;
