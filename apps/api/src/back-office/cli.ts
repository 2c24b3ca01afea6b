import { createServices } from "../compose.ts";
import { ConfigError, readConfig } from "../config.ts";
import { runCommand } from "./commands/run-command.ts";

try {
  process.exitCode = await runCommand(process.argv.slice(2), () => createServices(readConfig(process.env)), {
    out: (text) => console.log(text),
    error: (text) => console.error(text),
  });
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
