import { createServices } from "../compose.ts";
import { ConfigError, readConfig, type Config } from "../config.ts";
import { startFailure } from "../start-failure.ts";
import { askSecret } from "./ask-secret.ts";
import { runCommand } from "./commands/run-command.ts";

let config: Config | undefined;
try {
  process.exitCode = await runCommand(
    process.argv.slice(2),
    () => createServices((config = readConfig(process.env)), { existing: true }),
    {
      out: (text) => console.log(text),
      error: (text) => console.error(text),
      askSecret,
    },
  );
} catch (error) {
  const line = error instanceof ConfigError ? error.message : config && startFailure(error, config);
  console.error(line ?? error);
  process.exitCode = 1;
}
