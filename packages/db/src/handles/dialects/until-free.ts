import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./errors.ts";

/** How long a call waits for another process (the command line, say) to finish its transaction. */
export const BUSY_LIMIT_MS = 5000;
/** The wait before the next try doubles, up to this. */
const LONGEST_PAUSE_MS = 20;

/** The wait after one of `pause` milliseconds. */
export const nextPause = (pause: number): number => Math.min(pause * 2, LONGEST_PAUSE_MS);

/** Tries again while another process has the SQLite file locked; rejects with SQLite's error after the limit. */
export async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + BUSY_LIMIT_MS;
  for (let pause = 1; ; pause = nextPause(pause)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    await delay(pause);
  }
}
