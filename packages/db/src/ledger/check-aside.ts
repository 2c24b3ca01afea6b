import { inThread } from "../in-thread.ts";
import type { LedgerReport } from "./trial-balance.ts";

/**
 * Checks the ledger next to everything else: reading all postings takes seconds if there are millions. A thread reads by a connection of
 * its own, with no time limit.
 * @param signal ends it early
 * @throws Error if the database cannot be read, or the check was ended
 */
export const checkLedgerAside = (url: string, signal: AbortSignal): Promise<LedgerReport> =>
  inThread(new URL("check-worker.ts", import.meta.url), { data: url, signal });
