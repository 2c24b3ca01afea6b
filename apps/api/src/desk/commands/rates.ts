import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** Sources of prices. */
export const RATE_COMMANDS: readonly Command[] = [
  calling("rates status", "ops.rates.status", {
    about: "how each price source is doing, and the pairs that the system has paused",
    print: ({ sources, paused }) => ({
      sources: sources.map(({ last_error, age, ...source }) => ({
        ...source,
        age: age === null ? null : `${age} s`,
        last_error: last_error === null ? null : `${last_error.at} ${last_error.kind}: ${last_error.message}`,
      })),
      paused,
    }),
  }),
];
