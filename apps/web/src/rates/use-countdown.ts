import { useEffect, useEffectEvent, useState } from "react";
import { clocksDisagree, holdByServer, leftOf, readClocks, secondsOf } from "../money/countdown.ts";
import type { Quote } from "../money/quote.ts";

/** A banner that waits longer than this for the server's time trusts the clock that says less. */
const SERVER_TIME_WITHIN = 3000;
/** Waking up and coming back are moments to look at the clocks at once, not at the next tick. */
const WAKING = ["focus", "pageshow", "online"] as const;

export interface Countdown {
  /** Whole seconds left, 45 at the start. */
  readonly seconds: number;
  /** Rest of the hold, from 1 down to 0. */
  readonly share: number;
}

/**
 * Counts the seconds a quote is held, once a second, by one authority: the server's `expires_at`.
 *
 * This machine only measures what has passed, on two clocks. When they tell different stories (the laptop slept, someone
 * set the date), the server is asked for its time; until it answers, and if it does not, the shorter story counts.
 * @param serverTime milliseconds since 1970 by the server's clock
 * @param onExpired called once when nothing is left
 */
export function useCountdown(
  quote: Quote,
  serverTime: (signal: AbortSignal) => Promise<number>,
  onExpired: (hash: string) => void,
): Countdown {
  const [left, setLeft] = useState(() => leftOf(quote.hold, readClocks()));
  const askServer = useEffectEvent(serverTime);
  const expire = useEffectEvent(onExpired);

  useEffect(() => {
    const ending = new AbortController();
    let hold = quote.hold;
    let asking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = (): void => {
      clearTimeout(timer);
      if (ending.signal.aborted) return;
      const now = readClocks();
      if (!asking && clocksDisagree(hold, now)) void reread();
      const rest = leftOf(hold, now);
      setLeft(rest);
      if (rest > 0) timer = setTimeout(look, rest % 1000 || 1000);
      else if (!asking) {
        ending.abort();
        expire(quote.hash);
      }
    };
    const reread = async (): Promise<void> => {
      asking = true;
      const askedAt = readClocks();
      const cut = AbortSignal.any([ending.signal, AbortSignal.timeout(SERVER_TIME_WITHIN)]);
      const told = await askServer(cut).catch(() => undefined);
      asking = false;
      const now = readClocks();
      hold =
        told === undefined
          ? { left: leftOf(hold, now), at: now }
          : holdByServer(quote.expiresAt, told, askedAt);
      look();
    };

    look();
    document.addEventListener("visibilitychange", look, { signal: ending.signal });
    for (const event of WAKING) window.addEventListener(event, look, { signal: ending.signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [quote]);

  return { seconds: secondsOf(left), share: left / (quote.expiresAt - quote.issuedAt) };
}
