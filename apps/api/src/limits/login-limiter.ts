import { DomainError } from "@wattle/contracts/errors";
import type { Clock } from "../clock.ts";
import { addressKey } from "./address-key.ts";
import type { TryStore } from "./limit-stores.ts";

const WINDOW_MILLISECONDS = 15 * 60_000;
const LARGEST_PER_EMAIL_AND_ADDRESS = 10;
const LARGEST_PER_ADDRESS = 200;
const CAPTCHA_AFTER = 3;

/** A try that counts as failed until it is taken back. */
export interface LoginTry {
  /** Whether this pair has failed often enough that a captcha is asked for. */
  readonly needsCaptcha: boolean;
  /** Takes the try back: the password was right, or was not looked at. */
  takeBack(): Promise<void>;
}

export interface LoginLimiter {
  /**
   * Counts a try as failed before its password is looked at, so that parallel guesses are counted too.
   * @throws DomainError `too_many_requests` if this pair or this address has to wait
   */
  begin(email: string, ip: string): Promise<LoginTry>;
}

/**
 * Sign-in limits: ten failures for one email (known or not) and address, two hundred for one address, in 15
 * minutes. A success counts nothing and forgives nothing.
 * @param unlocksOf how often staff have forgiven the failures for an email, 0 for one that is not known: those from before are
 *   under another key
 */
export function createLoginLimiter(
  tries: TryStore,
  clock: Clock,
  unlocksOf: (email: string) => Promise<bigint>,
): LoginLimiter {
  return {
    async begin(email, ip) {
      const address = addressKey(ip);
      const unlocks = await unlocksOf(email);
      const now = clock.now();
      const { tried, takeBack } = await tries.add(
        [`login ${address} ${email} ${unlocks}`, `login ${address}`].map((key) => ({
          key,
          windowMilliseconds: WINDOW_MILLISECONDS,
        })),
        now,
      );
      const most = [LARGEST_PER_EMAIL_AND_ADDRESS, LARGEST_PER_ADDRESS];
      const waits = tried.map(({ count, oldest }, index) =>
        count > (most[index] ?? 0) ? oldest + WINDOW_MILLISECONDS - now : 0,
      );
      const wait = Math.max(...waits);
      if (wait > 0) {
        await takeBack();
        throw new DomainError("too_many_requests", { retryAfterSeconds: Math.ceil(wait / 1000) });
      }
      return { needsCaptcha: (tried[0]?.count ?? 0) > CAPTCHA_AFTER, takeBack };
    },
  };
}
