import { existsSync, readFileSync, truncateSync } from "node:fs";
import { Declined } from "./declined.ts";
import { appendToFile } from "./durable-files.ts";
import type { Network } from "./networks.ts";
import type { Payment } from "./spending.ts";

/** A transaction that was signed, or was about to be. */
export interface Signed {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly network: Network;
  /** Outputs as `txid:output`, nonces as `chain:address:nonce`. */
  readonly inputs: readonly string[];
  readonly payments: readonly Payment[];
  readonly fee: bigint;
  /** Satoshi or wei that it added to the day: a replacement adds only the difference. */
  readonly counted: bigint;
}

/** The memory is next to the seed. */
export const memoryFile = (seedFile: string): string => `${seedFile}.memory`;

/** An entry as it is written. Entries of before there was Ethereum name no network, and their amounts satoshi. */
interface Line extends Omit<Signed, "network" | "payments"> {
  readonly network?: Network;
  readonly payments: readonly { script: string; amount?: bigint; satoshi?: bigint }[];
}

const LARGE = new Set(["amount", "satoshi", "fee", "counted"]);
const write = (entry: Signed): string =>
  JSON.stringify(entry, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
function read(text: string): Signed {
  try {
    const {
      network = "bitcoin",
      payments,
      ...line
    } = JSON.parse(text, (key, value: unknown) => (LARGE.has(key) ? BigInt(String(value)) : value)) as Line;
    return {
      ...line,
      network,
      payments: payments.map(({ script, amount, satoshi }) => ({
        script,
        amount: amount ?? BigInt(String(satoshi)),
      })),
    };
  } catch {
    throw new Declined("The memory file is damaged. Restore it from its copy before you sign.");
  }
}

/** All that was signed, one a line. A last line without an end was cut short before its signature went out. */
export function readMemory(file: string): readonly Signed[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").slice(0, -1).map(read);
}

/** Remembers transactions. They are on the disk once this returns: only then may a signature go out. */
export function remember(file: string, entries: readonly Signed[]): void {
  if (existsSync(file)) {
    const kept = readFileSync(file);
    truncateSync(file, kept.lastIndexOf(0x0a) + 1);
  }
  appendToFile(file, entries.map((entry) => `${write(entry)}\n`).join(""));
}
