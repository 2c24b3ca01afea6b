/** Lets a signal end the process by itself, so that what was started for it is ended at its exit. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}
