import { inThread } from "../in-thread.ts";
import type { PartAsked, PartFound } from "./check-part.ts";

/**
 * Checks a part of the ledger next to everything else: it takes seconds. A thread reads by a connection of its own, with no time limit.
 * @param signal ends it early
 * @throws Error if the database cannot be read, or the check was ended
 */
export const checkPartAside = (url: string, asked: PartAsked, signal: AbortSignal): Promise<PartFound> =>
  inThread(new URL("check-worker.ts", import.meta.url), { data: { url, asked }, signal });
