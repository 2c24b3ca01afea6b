import { inThread } from "../in-thread.ts";
import type { Onward, OnwardReport } from "./onward.ts";

/**
 * Checks the books next to everything else: a thread reads by a connection of its own, with no time limit.
 * @param signal ends it early
 * @throws Error if the database cannot be read, a seal's key is not known, or the check was ended
 */
export const checkOnwardAside = (url: string, onward: Onward, signal: AbortSignal): Promise<OnwardReport> =>
  inThread(new URL("check-worker.ts", import.meta.url), { data: { url, onward }, signal });
