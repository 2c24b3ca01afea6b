import { EVENT_DAYS } from "@wattle/contracts/events";
import { deleteOldEvents, insertEvents } from "@wattle/db/events";
import {
  listExchangeFacts,
  listSealedEntries,
  moveSealReader,
  readSealPlace,
} from "@wattle/db/sealed-exchanges";
import { deleteOldDeliveries } from "@wattle/db/webhooks";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const READER = "events";
const REST_MILLISECONDS = 500;
/** The entries of one seal. */
const BATCH = 250;
const EVENT_MILLISECONDS = EVENT_DAYS * 86_400_000;
const OLD_BATCH = 1000;

type FollowServices = Pick<Services, "clock" | "database" | "ids">;

/** When the events begin that are kept; milliseconds since 1970. */
export const eventsBegin = ({ clock }: Pick<Services, "clock">): bigint =>
  BigInt(clock.now() - EVENT_MILLISECONDS);

/** Records the events of the exchanges of one seal. @returns false where nothing more is sealed */
async function followOnce(services: FollowServices): Promise<boolean> {
  const { database, ids } = services;
  const place = await readSealPlace(database.read, READER);
  const { ids: entries, next } = await listSealedEntries(database.read, place, BATCH);
  if (entries.length === 0) return false;
  const made = await listExchangeFacts(database.read, entries, eventsBegin(services));
  const byOwner = Map.groupBy(made, ({ user_id }) => user_id);
  await database.write(async (tx) => {
    if (!(await moveSealReader(tx, READER, place, next))) return;
    for (const [owner, exchanges] of byOwner) {
      const events = exchanges.map(({ id: subject_id, created_at }) => {
        return { id: ids.uuid(), type: "exchange.completed" as const, subject_id, data: null, created_at };
      });
      await insertEvents(tx, owner, events);
    }
  });
  return true;
}

/**
 * Records the events of all exchanges that have been sealed, each once, whichever and however many processes do so. It is work of
 * its own so that an exchange neither waits nor pays for its event.
 */
export async function followExchanges(services: FollowServices, signal?: AbortSignal): Promise<void> {
  while ((await followOnce(services)) && signal?.aborted !== true);
}

/** Records events of exchanges at once and then twice a second. @returns what stops it */
export function startFollowingExchanges(
  services: FollowServices & Pick<Services, "log">,
  timer: StartTimer = startTimer,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = startSweep(
    services,
    () => followExchanges(services, stopping.signal),
    "events of exchanges could not be recorded",
    timer,
    REST_MILLISECONDS,
  );
  return () => {
    stopping.abort();
    return stop();
  };
}

/** Removes events that are older than 30 days, and what was sent of them. */
export async function deleteExpiredEvents(services: Pick<Services, "clock" | "database">): Promise<void> {
  const before = eventsBegin(services);
  for (const removeOld of [deleteOldEvents, deleteOldDeliveries]) {
    while ((await services.database.write((tx) => removeOld(tx, before, OLD_BATCH))) >= OLD_BATCH);
  }
}

/** Removes old events at once and then every minute. @returns what stops it */
export const startDeletingEvents = (
  services: Pick<Services, "clock" | "database" | "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => deleteExpiredEvents(services), "old events could not be removed", timer);
