import type { Services } from "../services.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import { expireOverdueDeposits } from "./settle-deposit.ts";

/** A deposit may be shown as awaiting payment for so long after its time. */
const SWEEP_MILLISECONDS = 60_000;

/**
 * Expires overdue deposits, at once and then every minute. A sweep that fails is logged and the next one goes on.
 * @param timer waits between sweeps; tests pass their own
 * @returns what stops it, resolving once no sweep runs any more
 */
export function startDepositExpiry(
  services: Pick<Services, "database" | "clock" | "ids" | "log">,
  timer: StartTimer = startTimer,
): () => Promise<void> {
  let stopped = false;
  let callOff = (): void => undefined;
  let running = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      await expireOverdueDeposits(services);
    } catch (error) {
      services.log.error({ err: error }, "overdue deposits could not be expired");
    }
    if (!stopped) callOff = timer(run, SWEEP_MILLISECONDS);
  };
  const run = (): void => {
    running = sweep();
  };
  run();
  return async () => {
    stopped = true;
    callOff();
    await running;
  };
}
