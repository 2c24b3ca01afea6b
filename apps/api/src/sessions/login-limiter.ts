import type { Clock } from "../clock.ts";

const WINDOW_MILLISECONDS = 15 * 60_000;
const LARGEST_PER_EMAIL_AND_ADDRESS = 10;
const LARGEST_PER_ADDRESS = 200;
const CAPTCHA_AFTER = 3;
/** Bounds the memory an attacker can take; the oldest keys go first. */
const LARGEST_KEYS = 100_000;

/** Counts failures of the past 15 minutes per key. */
class FailureWindow {
  readonly #times = new Map<string, number[]>();
  readonly #clock: Clock;
  constructor(clock: Clock) {
    this.#clock = clock;
  }
  #recent(key: string): number[] {
    const since = this.#clock.now() - WINDOW_MILLISECONDS;
    return (this.#times.get(key) ?? []).filter((time) => time > since);
  }
  count(key: string): number {
    return this.#recent(key).length;
  }
  /** Milliseconds until the oldest counted failure is forgotten. */
  wait(key: string): number {
    const [oldest] = this.#recent(key);
    return oldest === undefined ? 0 : oldest + WINDOW_MILLISECONDS - this.#clock.now();
  }
  /** Counts a failure. @returns what takes it back */
  add(key: string): () => void {
    const recent = this.#recent(key);
    const time = this.#clock.now();
    recent.push(time);
    // Deleting first keeps the map ordered by last failure.
    this.#times.delete(key);
    this.#times.set(key, recent);
    if (this.#times.size > LARGEST_KEYS) {
      const oldest = this.#times.keys().next();
      if (!oldest.done) this.#times.delete(oldest.value);
    }
    return () => {
      const times = this.#times.get(key) ?? [];
      const index = times.indexOf(time);
      if (index !== -1) times.splice(index, 1);
      if (times.length === 0) this.#times.delete(key);
    };
  }
}

export interface LoginLimiter {
  /** Seconds to wait before this pair may try again; 0 when it may now. */
  secondsToWait(email: string, ip: string): number;
  /** Whether this pair has failed often enough that a captcha is asked for. */
  needsCaptcha(email: string, ip: string): boolean;
  /**
   * Counts a try as failed before its password is looked at, so that parallel guesses are counted too.
   * @returns what takes it back once the password was right
   */
  begin(email: string, ip: string): () => void;
}

/**
 * Sign-in limits: ten failures for one e-mail (known or not) and address, two hundred for one address, in 15
 * minutes. A success counts nothing and forgives nothing.
 */
export function createLoginLimiter(clock: Clock): LoginLimiter {
  const pairs = new FailureWindow(clock);
  const addresses = new FailureWindow(clock);
  const pair = (email: string, ip: string): string => `${ip} ${email}`;
  return {
    secondsToWait(email, ip) {
      const waits = [
        pairs.count(pair(email, ip)) >= LARGEST_PER_EMAIL_AND_ADDRESS ? pairs.wait(pair(email, ip)) : 0,
        addresses.count(ip) >= LARGEST_PER_ADDRESS ? addresses.wait(ip) : 0,
      ];
      return Math.ceil(Math.max(...waits) / 1000);
    },
    needsCaptcha: (email, ip) => pairs.count(pair(email, ip)) >= CAPTCHA_AFTER,
    begin(email, ip) {
      const takeBack = [pairs.add(pair(email, ip)), addresses.add(ip)];
      return () => {
        for (const undo of takeBack) undo();
      };
    },
  };
}
