import { newestSeal } from "@wattle/db/book-seals/book-rows";
import { BrokenChainError, sealBooks, type SealKeys } from "@wattle/db/book-seals/seal-books";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Vitals } from "../vitals.ts";
import { readSealKeys } from "./seal-keys.ts";

/** Committed rows stay open for so long at most, plus the time that sealing takes. */
const SEAL_MILLISECONDS = 1000;
/** How often the newest seal goes into the log, from where it cannot be removed with the database. */
const NOTE_MILLISECONDS = 3_600_000;

type Parts = Parameters<typeof readSealKeys>[0] & {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly vitals: Vitals;
};

/** Seals all that is open, and remembers how far the chain has come. */
function createSealer(parts: Parts): (signal?: AbortSignal) => Promise<void> {
  const { database, clock, log } = parts;
  let keys: SealKeys | undefined;
  let reached = 0n;
  let noted = 0;
  const sealOnce = async (): Promise<number> => {
    await parts.signingKeys.refresh();
    if (keys?.kid !== parts.signingKeys.current.kid) keys = await readSealKeys(parts);
    return sealBooks(database, keys, BigInt(clock.now()));
  };
  return async (signal) => {
    const before = (await newestSeal(database.read))?.number ?? 0n;
    if (before < reached) throw new BrokenChainError("seals that were there are not there any more");
    try {
      while ((await sealOnce()) > 0 && signal?.aborted !== true);
    } catch (error) {
      // Another process may sign with a key that is newer than this process.
      keys = undefined;
      throw error;
    }
    const newest = await newestSeal(database.read);
    reached = newest?.number ?? 0n;
    if (newest === undefined || clock.now() - noted < NOTE_MILLISECONDS) return;
    noted = clock.now();
    log.info({ seal: `${newest.number}:${newest.hash}` }, "the books are sealed up to here");
  };
}

/**
 * Seals the ledger and the audit log next to the requests: at once, then every second, and a last time when it is
 * stopped. A failure is logged once and tried again.
 * @param timer waits in between; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function startBookSeals(parts: Parts, timer: StartTimer = startTimer): () => Promise<void> {
  const seal = createSealer(parts);
  const stopping = new AbortController();
  let callOff = (): void => undefined;
  let running = Promise.resolve();
  let failure = "";
  const attempt = async (signal?: AbortSignal): Promise<void> => {
    try {
      await seal(signal);
      failure = "";
      parts.vitals.seals = { failing: false, succeededAt: parts.clock.now() };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== failure) parts.log.error({ err: error }, "the books could not be sealed");
      failure = message;
      parts.vitals.seals = { failing: true, succeededAt: parts.vitals.seals?.succeededAt };
    }
  };
  const run = (): void => {
    running = attempt(stopping.signal).then(() => {
      if (!stopping.signal.aborted) callOff = timer(run, SEAL_MILLISECONDS);
    });
  };
  run();
  return async () => {
    stopping.abort();
    callOff();
    await running;
    await attempt();
  };
}
