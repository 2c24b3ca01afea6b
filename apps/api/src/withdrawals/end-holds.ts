import { endOverHolds } from "@wattle/db/holds";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

/** Lets withdrawals be paid again whose hold is over. */
export const endHolds = ({ database, clock }: Pick<Services, "database" | "clock">): Promise<number> =>
  database.write((tx) => endOverHolds(tx, BigInt(clock.now())));

/** Ends holds that are over, at once and then every minute. @returns what stops it */
export const startEndingHolds = (
  services: Pick<Services, "database" | "clock" | "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => endHolds(services), "holds on withdrawals could not be ended", timer);
