import { Worker } from "node:worker_threads";
import type { LedgerReport } from "./trial-balance.ts";

/**
 * Checks the ledger next to everything else: reading all postings takes seconds where there are millions, and SQLite would stop the
 * event loop for as long. A thread reads by a connection of its own, with no time limit.
 * @param signal ends it early
 * @throws Error where the database cannot be read, or the check was ended
 */
export async function checkLedgerAside(url: string, signal: AbortSignal): Promise<LedgerReport> {
  const worker = new Worker(new URL("check-worker.ts", import.meta.url), { workerData: url });
  const end = (): void => void worker.terminate();
  signal.addEventListener("abort", end);
  try {
    return await new Promise<LedgerReport>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the check of the ledger was ended")));
    });
  } finally {
    signal.removeEventListener("abort", end);
  }
}
