import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";

const SWEEP_MILLISECONDS = 60_000;

/**
 * Does some work at once and then again and again. A sweep that fails is logged and the next one goes on.
 * @param failure what the log says of a sweep that failed
 * @param timer waits between sweeps; tests pass their own
 * @param every the wait in milliseconds, a minute if none is given
 * @returns what stops it, resolving once no sweep runs any more
 */
export function startSweep(
  { log }: Pick<Services, "log">,
  work: () => Promise<unknown>,
  failure: string,
  timer: StartTimer = startTimer,
  every = SWEEP_MILLISECONDS,
): () => Promise<void> {
  let stopped = false;
  let callOff = (): void => undefined;
  let running = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, failure);
    }
    if (!stopped) callOff = timer(run, every);
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
