import { forgetFailedMail } from "@wattle/db/outbox";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const HOUR_MILLISECONDS = 3_600_000;
/** So long staff can have a mail that was given up sent again. */
const KEPT_MILLISECONDS = 30 * 24 * HOUR_MILLISECONDS;

/** Empties the texts of mails that were given up 30 days ago: their links are secrets. */
export async function forgetMails({ clock, database }: Pick<Services, "clock" | "database">): Promise<void> {
  const before = BigInt(clock.now() - KEPT_MILLISECONDS);
  await database.write((tx) => forgetFailedMail(tx, before));
}

/** Does so at once and then every hour. @returns what stops it */
export const startForgettingMails = (
  services: Pick<Services, "clock" | "database" | "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(
    services,
    () => forgetMails(services),
    "texts of old mails could not be removed",
    timer,
    HOUR_MILLISECONDS,
  );
