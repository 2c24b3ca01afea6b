import { systemClock } from "../../clock.ts";
import { createServices } from "../../compose.ts";
import { ConfigError } from "../../config-error.ts";
import { readConfig, type Config } from "../../config.ts";
import { startFailure } from "../../start-failure.ts";
import { ask, askSecret } from "./ask-secret.ts";
import { progressLine } from "./print.ts";
import { runCommand } from "./run-command.ts";

let config: Config | undefined;
try {
  process.exitCode = await runCommand(
    process.argv.slice(2),
    {
      config: () => (config = readConfig(process.env)),
      clock: systemClock,
      // The output is the answer, which a program may read.
      open: (settings) => createServices(settings, { existing: true, logTo: process.stderr }),
    },
    {
      out: (text) => console.log(text),
      error: (text) => console.error(text),
      askSecret,
      ask: process.stdin.isTTY ? ask : undefined,
      progress: process.stderr.isTTY
        ? (done, total) => void process.stderr.write(progressLine(done, total))
        : undefined,
    },
  );
} catch (error) {
  const line = error instanceof ConfigError ? error.message : config && startFailure(error, config);
  // One line: a stack says nothing to the person at the terminal.
  console.error(line ?? `failed: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  process.exitCode = 1;
}
