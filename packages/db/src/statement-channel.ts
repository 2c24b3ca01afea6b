import { tracingChannel } from "node:diagnostics_channel";

/** A statement while it runs: its text or its name, never its parameters. */
export interface RunningStatement {
  readonly text: string;
}

/** All statements, for who looks on. */
export const STATEMENTS = tracingChannel<RunningStatement>("wattle:statement");

/** Runs a statement. Costs nothing if no one looks on. */
export const seen = <T>(text: string, run: () => Promise<T>): Promise<T> =>
  STATEMENTS.hasSubscribers ? STATEMENTS.tracePromise(run, { text }) : run();
