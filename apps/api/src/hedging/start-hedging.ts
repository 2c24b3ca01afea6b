import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import type { HedgeServices } from "./advance-order.ts";
import { createHedger } from "./hedger.ts";

/** A customer's exchange has its order on its way within two seconds. */
const STEP_MILLISECONDS = 1000;

/**
 * Trades at the venue, if there is one, next to the requests: one of several processes does.
 * @param timer waits between steps; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function startHedging(
  services: HedgeServices & Pick<Services, "venue">,
  timer?: StartTimer,
): () => Promise<void> {
  const { log, venue } = services;
  if (venue === undefined) return async () => undefined;
  const hedger = createHedger(services, venue);
  const stop = startSweep({ log }, hedger.step, "the house could not trade", timer, STEP_MILLISECONDS);
  return async () => {
    await stop();
    // The lease ends by itself, too, if the database is away.
    await hedger
      .stop()
      .catch((error: unknown) => log.warn({ err: error }, "the turn to trade was not given back"));
  };
}
