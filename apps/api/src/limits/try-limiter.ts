import { DomainError } from "@wattle/contracts/errors";
import type { Clock } from "../clock.ts";
import type { TryStore } from "./limit-stores.ts";

export interface TryLimiter {
  /**
   * Counts a try, unless there were too many.
   * @returns 0, or the seconds to wait where the try is one too many; it is not counted then
   */
  take(key: string): Promise<number>;
  /**
   * Counts a try.
   * @throws DomainError `too_many_requests` if it is one too many; it is not counted then
   * @returns what takes it back: it was no failure
   */
  require(key: string): Promise<() => Promise<void>>;
}

interface Limit {
  /** Distinguishes limits that count the same keys. */
  readonly name: string;
  readonly most: number;
  readonly windowMilliseconds: number;
}

/** Lets each key try `most` times within any `windowMilliseconds`. */
function createTryLimiter(
  tries: TryStore,
  clock: Clock,
  { name, most, windowMilliseconds }: Limit,
): TryLimiter {
  async function begin(
    key: string,
  ): Promise<{ readonly wait: number; readonly takeBack: () => Promise<void> }> {
    const now = clock.now();
    const { tried, takeBack } = await tries.add([{ key: `${name} ${key}`, windowMilliseconds }], now);
    const [{ count, oldest } = { count: 0, oldest: now }] = tried;
    if (count <= most) return { wait: 0, takeBack };
    await takeBack();
    return { wait: Math.max(1, Math.ceil((oldest + windowMilliseconds - now) / 1000)), takeBack };
  }
  return {
    take: async (key) => (await begin(key)).wait,
    async require(key) {
      const { wait, takeBack } = await begin(key);
      if (wait > 0) throw new DomainError("too_many_requests", { retryAfterSeconds: wait });
      return takeBack;
    },
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two mails that someone asks for. */
export const RESEND_SECONDS = 60;

/** Limits of everything around accounts. Sign-in has its own. */
export function createAccountLimits(tries: TryStore, clock: Clock) {
  const limit = (name: string, most: number, windowMilliseconds: number): TryLimiter =>
    createTryLimiter(tries, clock, { name, most, windowMilliseconds });
  return {
    /** Registrations of one address (contract: 60 an hour). */
    register: limit("register", 60, HOUR),
    /** Mails that an account asks to have sent again. */
    resend: limit("resend", 1, RESEND_SECONDS * 1000),
    resendByHour: limit("resend by hour", 6, HOUR),
    /** Reset mails to one email address, asked for from one network; further ones are answered alike and not sent. */
    forgot: limit("forgot", 5, HOUR),
    /** Reset mails to one email address, asked for from networks where its owner is not known. */
    forgotByStrangers: limit("forgot by strangers", 30, HOUR),
    /** Guesses at a reset link. */
    reset: limit("reset", 30, 15 * MINUTE),
    /** Guesses at the current password by someone who is signed in. */
    currentPassword: limit("current password", 10, 15 * MINUTE),
    /** Wrong answers by a passkey of someone who is signed in, as many as wrong codes. */
    passkey: limit("passkey", 10, 15 * MINUTE),
    /** Uploads of one account. */
    upload: limit("upload", 30, HOUR),
    /** Links to an identity provider that an account asks for: the provider may bill the firm for each check. */
    identityCheck: limit("identity check", 5, DAY),
    /** Copies of all data that a customer takes: each reads every table. */
    dataCopy: limit("data copy", 5, HOUR),
  };
}
export type AccountLimits = ReturnType<typeof createAccountLimits>;
