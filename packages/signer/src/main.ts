import { Refused } from "@wattle/bitcoin/refused";
import { runCommand } from "./commands.ts";
import { Declined } from "./declined.ts";
import { type Config, readSettings, USAGE, WrongUsage } from "./settings.ts";

export interface Answer {
  /** 0: done; 1: refused because of a file or a rule; 2: the command was not understood. */
  readonly code: 0 | 1 | 2;
  readonly out: string;
  readonly error: string;
}

/** A file that is not there, or may not be read or written. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && "syscall" in error;

/** Runs a command line. Mistakes of people and faults of files are answered, and never thrown. */
export function main(args: readonly string[], config: Config, now: number): Answer {
  try {
    const settings = readSettings(args, config);
    const lines = settings ? runCommand(settings, now) : [USAGE];
    return { code: 0, out: `${lines.join("\n")}\n`, error: "" };
  } catch (error) {
    if (error instanceof WrongUsage) return { code: 2, out: "", error: `${error.message}\n\n${USAGE}\n` };
    if (!(error instanceof Declined || error instanceof Refused || isFileError(error))) throw error;
    return { code: 1, out: "", error: `${error.message}\n` };
  }
}
