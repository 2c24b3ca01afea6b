import { createInterface, type Interface } from "node:readline";
import { createInterface as createTerminal } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks a question at the terminal. @returns what was typed; nothing if the input ended */
export async function ask(prompt: string): Promise<string> {
  const lines = createTerminal({ input: process.stdin, output: process.stderr });
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

/** An input that is no terminal, read once for all questions: a second reader would miss what the first has taken. */
class PipedLines {
  readonly #lines: string[] = [];
  readonly #reader: Interface;
  #hasEnded = false;
  #wake = (): void => {};

  constructor(input: NodeJS.ReadStream) {
    this.#reader = createInterface({ input, terminal: false });
    this.#reader.on("line", (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    this.#reader.once("close", () => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  /** @returns the next line; nothing if the input ended */
  async next(): Promise<string> {
    if (this.#lines.length === 0 && !this.#hasEnded) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      this.#reader.resume();
      await woken;
    }
    // A reader that waits would keep the program running after its last question.
    if (!this.#hasEnded) this.#reader.pause();
    return this.#lines.shift() ?? "";
  }
}

let piped: PipedLines | undefined;

/**
 * Asks for a secret at the terminal, which does not show what is typed. If the input is no terminal, each question takes a line of it.
 * @returns what was typed; nothing if the input ended
 */
export async function askSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (piped ??= new PipedLines(stdin)).next();
  stderr.write(prompt);
  const lines = createTerminal({ input: stdin, output: nowhere(), terminal: true });
  try {
    return await Promise.race([
      lines.question(""),
      new Promise<string>((resolve) => {
        lines.once("close", () => resolve(""));
      }),
    ]);
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
