import { inThread } from "./in-thread.ts";

/**
 * Takes all seals of the ledger into the totals of what customers own, in a thread with a connection of its own: `leapOwed`.
 * @param signal ends it early
 * @throws Error if it fails, or was ended
 */
export const leapOwedAside = (url: string, signal: AbortSignal): Promise<void> =>
  inThread(new URL("leap-worker.ts", import.meta.url), { data: url, signal });
