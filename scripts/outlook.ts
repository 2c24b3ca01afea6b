/**
 * Capacity of one installation: measured if docs/scaling.md and docs/guarantees.md have a figure, otherwise assumed.
 */
export interface Given {
  /** Processor time of one exchange, milliseconds: of a server's thread, and of the database. */
  readonly serverMs: number;
  readonly databaseMs: number;
  /** Entries that the one process which seals does in a second. */
  readonly sealedPerSecond: number;
  /** Written to the log of writes, and kept for good, for one exchange. */
  readonly walBytes: number;
  readonly keptBytes: number;
  /** Entries that the check of the ledger reads in a second. */
  readonly checkedPerSecond: number;
  /** Customers that a proof of liabilities takes in a second, and the memory it has for each. */
  readonly provedPerSecond: number;
  readonly proofBytes: number;
}

/** Capacity of one installation. */
export interface Room {
  readonly processes: number;
  /** Processors of the database. */
  readonly processors: number;
  readonly diskBytes: number;
  /** Bytes that a standby receives in a second. */
  readonly standbyBytes: number;
  /** Memory of the process that makes the proof. */
  readonly memoryBytes: number;
}

export interface Population {
  readonly customers: number;
  readonly exchangesPerWeek: number;
  /** How many times the mean the busiest second has. */
  readonly peak: number;
  /** How long the installation has run. */
  readonly years: number;
}

/** Parts with a limit. */
export interface Limit {
  readonly what: string;
  /** How much of its limit is used; above 1 it breaks. */
  readonly used: number;
  /** In words: what is used, and of what. */
  readonly of: string;
  readonly next: string;
}

const WEEK = 7 * 24 * 3600;
const YEAR = 365 * 24 * 3600;
/** Each of 1,024 checks reads a part of the ledger within ten seconds; a process that makes a proof has an hour. */
const CHECKED_WITHIN = 1024 * 10;
const PROVED_WITHIN = 3600;

const one = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

export const perSecond = ({ customers, exchangesPerWeek }: Population): number =>
  (customers * exchangesPerWeek) / WEEK;

/** Every limit of an installation with so many customers, the one that breaks first before the others. */
export function outlook(population: Population, given: Given, room: Room): Limit[] {
  const mean = perSecond(population);
  const busiest = mean * population.peak;
  const kept = mean * YEAR * population.years;
  const limit = (what: string, used: number, most: number, unit: string, next: string): Limit => ({
    what,
    used: used / most,
    of: `${one(used)} of ${one(most)} ${unit}`,
    next,
  });
  const { customers } = population;
  const PARTITION = "Partition by customer.";
  return [
    limit("servers", (busiest * given.serverMs) / 1000, room.processes, "threads", "Add processes."),
    limit(
      "processors of the database",
      (busiest * given.databaseMs) / 1000,
      room.processors,
      "processors",
      "A larger machine; then partition.",
    ),
    limit("sealing", busiest, given.sealedPerSecond, "entries a second", PARTITION),
    limit(
      "log of writes",
      (busiest * given.walBytes) / 1e6,
      room.standbyBytes / 1e6,
      "MB a second",
      PARTITION,
    ),
    limit(
      "disk",
      (kept * given.keptBytes) / 1e12,
      room.diskBytes / 1e12,
      "TB",
      "Old months of history to cheaper disks; then partition.",
    ),
    limit(
      "check of the ledger",
      kept / given.checkedPerSecond,
      CHECKED_WITHIN,
      "seconds",
      "A part takes more than ten seconds; then more parts, or a standby.",
    ),
    limit(
      "time of the proof",
      customers / given.provedPerSecond,
      PROVED_WITHIN,
      "seconds",
      "Partition: each part publishes its own.",
    ),
    limit(
      "memory of the proof",
      (customers * given.proofBytes) / 1e9,
      room.memoryBytes / 1e9,
      "GB",
      "A process with more memory; then partition.",
    ),
  ].toSorted((a, b) => b.used - a.used);
}

/** Entries of a page of an index whose keys are as long as our identifiers: 8,192 bytes, two thirds full. */
const FANOUT = 100;

/** Rows of a table, with how many pages one of them is looked up through and how large its index is. */
export const indexOf = (rows: number): { readonly depth: number; readonly bytes: number } => ({
  depth: Math.max(1, Math.ceil(Math.log(rows) / Math.log(FANOUT))),
  bytes: (rows / FANOUT) * 8192,
});
