import { existsSync, readFileSync, truncateSync } from "node:fs";
import { Declined } from "./declined.ts";
import { appendToFile } from "./durable-files.ts";
import type { Payment } from "./review.ts";

/** A transaction that was signed, or was about to be. */
export interface Signed {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As `txid:output`. */
  readonly inputs: readonly string[];
  readonly payments: readonly Payment[];
  readonly fee: bigint;
  /** Satoshi that it added to the day: a replacement adds only the difference. */
  readonly counted: bigint;
}

/** The memory is next to the seed. */
export const memoryFile = (seedFile: string): string => `${seedFile}.memory`;

const LARGE = new Set(["satoshi", "fee", "counted"]);
const write = (entry: Signed): string =>
  JSON.stringify(entry, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
function read(line: string): Signed {
  try {
    return JSON.parse(line, (key, value: unknown) =>
      LARGE.has(key) ? BigInt(String(value)) : value,
    ) as Signed;
  } catch {
    throw new Declined("The memory file is damaged. Restore it from its copy before you sign.");
  }
}

/** All that was signed, one a line. A last line without an end was cut short before its signature went out. */
export function readMemory(file: string): readonly Signed[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").slice(0, -1).map(read);
}

/** Remembers a transaction. It is on the disk once this returns: only then may a signature go out. */
export function remember(file: string, entry: Signed): void {
  if (existsSync(file)) {
    const kept = readFileSync(file);
    truncateSync(file, kept.lastIndexOf(0x0a) + 1);
  }
  appendToFile(file, `${write(entry)}\n`);
}
