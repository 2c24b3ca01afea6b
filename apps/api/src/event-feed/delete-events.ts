import { deleteOldEvents } from "@wattle/db/events";
import { deleteOldDeliveries } from "@wattle/db/webhook-deliveries";
import { eventsBegin } from "../events/events-begin.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const OLD_BATCH = 1000;

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
