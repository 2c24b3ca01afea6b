import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks a question at the terminal. @returns what was typed; nothing where the input ended */
export async function ask(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([
      lines.question(prompt),
      new Promise<string>((resolve) => {
        lines.once("close", () => resolve(""));
      }),
    ]);
  } finally {
    lines.close();
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for a secret at the terminal, which does not show what is typed. Where the input is no terminal, its first line is taken.
 * @returns what was typed; nothing where the input ended
 */
export async function askSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(prompt);
  const lines = createInterface({ input: stdin, output: nowhere(), terminal: stdin.isTTY });
  try {
    return await Promise.race([
      lines.question(""),
      new Promise<string>((resolve) => {
        lines.once("close", () => resolve(""));
      }),
    ]);
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}
