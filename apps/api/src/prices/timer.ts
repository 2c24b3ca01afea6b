/**
 * Runs `run` once after `delayMs` milliseconds; the returned function calls it off.
 * Passed in wherever something waits, so that tests own time.
 */
export type StartTimer = (run: () => void, delayMs: number) => () => void;

/** The real timer. It does not keep the process alive. */
export const startTimer: StartTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
