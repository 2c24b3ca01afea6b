import { createServices } from "../compose.ts";
import type { TestApp } from "./app-for-test.ts";
import { runCommand } from "../desk/commands/run-command.ts";

/** Exit code and output of a command of the desk. */
export interface OpsOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs `npm run ops -- …words` on the installation of a test, by the test's clock.
 * @param app without a `terminal` if no one is there to answer questions
 * @param typed what is typed where the command asks, one answer after another; afterwards yes to every question
 */
export async function runOps(
  { terminal = true, ...app }: TestApp & { readonly terminal?: boolean },
  words: readonly string[],
  ...typed: readonly string[]
): Promise<OpsOutcome> {
  const answers = [...typed];
  const said = { out: "", error: "" };
  const code = await runCommand(
    words,
    {
      config: () => ({ ...app.services.config, DATABASE_URL: app.databaseUrl }),
      clock: app.clock,
      open: (config) => createServices(config, { clock: app.clock, existing: true }),
    },
    {
      out: (text) => (said.out += text),
      error: (text) => (said.error += text),
      askSecret: () => Promise.resolve(answers.shift() ?? ""),
      ask: terminal ? () => Promise.resolve(answers.shift() ?? "yes") : undefined,
    },
  );
  return { code, ...said };
}
