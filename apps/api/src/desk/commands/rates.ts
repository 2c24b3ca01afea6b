import type { Command } from "./command.ts";

/** Sources of prices. */
export const RATE_COMMANDS: readonly Command[] = [
  {
    name: "rates status",
    takes: "",
    about: "how each price source is doing, and the pairs that the system has paused",
    async run(context) {
      const { sources, paused } = await context.ops.rates.status();
      context.record({
        sources: sources.map(({ last_error, age, ...source }) => ({
          ...source,
          age: age === null ? null : `${age} s`,
          last_error:
            last_error === null ? null : `${last_error.at} ${last_error.kind}: ${last_error.message}`,
        })),
        paused,
      });
    },
  },
];
