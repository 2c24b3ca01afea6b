import type { StartTimer } from "../timer.ts";

/** A clock that moves only when asked to, with timers that run when it passes them. */
export interface ManualClock {
  readonly now: () => number;
  readonly startTimer: StartTimer;
  /** How many timers are waiting. */
  readonly waiting: () => number;
  /** Sets the clock without running timers, as an administrator does. */
  set(epochMs: number): void;
  /** Moves time on, running each timer due at its own time and letting promises settle after each. */
  advance(ms: number): Promise<void>;
}

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  const timers = new Map<symbol, { readonly run: () => void; readonly at: number }>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  return {
    now: () => nowMs,
    startTimer(run, delayMs) {
      const id = Symbol("timer");
      timers.set(id, { run, at: nowMs + delayMs });
      return () => {
        timers.delete(id);
      };
    },
    waiting: () => timers.size,
    set(epochMs) {
      nowMs = epochMs;
    },
    async advance(ms) {
      const end = nowMs + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
        if (due === undefined) break;
        const [id, { run, at }] = due;
        timers.delete(id);
        nowMs = Math.max(nowMs, at);
        run();
        // Each timer's consequences come before the next timer.
        await settle();
      }
      nowMs = end;
    },
  };
}
