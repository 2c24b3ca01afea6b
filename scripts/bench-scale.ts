// `npm run bench:scale`: exchanges with one, two and three processes on PostgreSQL, and from what they cost a simulation of many more
// customers, as tables for docs/scaling.md. Takes two minutes.
import { availableParallelism, cpus } from "node:os";
import { run } from "../apps/api/bench/processes.ts";
import { indexOf, outlook, perSecond, type Given } from "./outlook.ts";
import { simulate, type Machines } from "./simulate.ts";

/** Milliseconds of a commit on a disk with a cache that survives a loss of power; here it is not measured. */
const COMMIT_MILLISECONDS = 1;
const SECONDS_PER_YEAR = 365 * 24 * 3600;

/** Loads to simulate, with their hardware. */
const CASES: readonly (readonly [perSecond: number, machines: Machines])[] = [
  [100, { processes: 3, processors: 4, databases: 1 }],
  [1000, { processes: 4, processors: 4, databases: 1 }],
  [1000, { processes: 12, processors: 16, databases: 1 }],
  [5000, { processes: 40, processors: 64, databases: 1 }],
  [10_000, { processes: 80, processors: 64, databases: 1 }],
  [10_000, { processes: 80, processors: 32, databases: 8 }],
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const { rows, bytesKept, sealedPerSecond } = await run();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}\n`,
);
console.log(
  table(
    [
      "processes",
      "exchanges a second",
      "p50 ms",
      "p99 ms",
      "server ms each",
      "database ms each",
      "WAL bytes each",
    ],
    rows.map((row) => [
      String(row.processes),
      row.perSecond.toFixed(0),
      row.p50Ms.toFixed(1),
      row.p99Ms.toFixed(1),
      row.serverMs.toFixed(2),
      row.databaseMs.toFixed(2),
      row.walBytes.toFixed(0),
    ]),
  ),
);
console.log(
  `\nKept for good: ${bytesKept.toFixed(0)} bytes for an exchange. One process seals ${sealedPerSecond.toFixed(0)} entries a second.`,
);

const [{ serverMs, databaseMs, walBytes } = { serverMs: 0, databaseMs: 0, walBytes: 0 }] = rows;
const costs = { serverMs, databaseMs, commitMs: COMMIT_MILLISECONDS, sealMs: 1000 / sealedPerSecond };
const percent = (share: number): string => `${(share * 100).toFixed(0)}%`;
console.log(
  `\n${table(
    [
      "exchanges a second",
      "processes",
      "databases",
      "servers busy",
      "databases busy",
      "seals busy",
      "p50 ms",
      "p99 ms",
    ],
    CASES.map(([perSecond, machines]) => {
      const seen = simulate(perSecond, costs, machines);
      const grows = Math.max(seen.servers, seen.databases) >= 1;
      return [
        String(perSecond),
        String(machines.processes),
        `${machines.databases} × ${machines.processors}`,
        percent(seen.servers),
        percent(seen.databases),
        percent(seen.seals),
        grows ? "grows" : seen.p50.toFixed(1),
        grows ? "for ever" : seen.p99.toFixed(1),
      ];
    }),
  )}`,
);
const most = 10_000;
console.log(
  `\nAt ${most} a second: ${((walBytes * most) / 1e6).toFixed(0)} MB of WAL a second, ${((bytesKept * most * SECONDS_PER_YEAR) / 1e12).toFixed(0)} TB kept in a year.`,
);

/** Entries of a part of the server's check for a second of processor, with lines of the log and many customers, on SQLite. */
const CHECKED_PER_SECOND = 5000;
/** The last full `npm run trial -- large` on PostgreSQL: a million customers published in 44 s. */
const PROVED_PER_SECOND = 1e6 / 44;
/** The order of 2 ** 29 leaves, 4 bytes each, and a byte for each of a hundred million customers. */
const PROOF_BYTES = 23;
/** Balances of a customer: dollars and two coins. */
const COINS_EACH = 3;
/** A hundred million customers of one exchange a week each, after a year, and what they are given. */
const POPULATION = { customers: 100e6, exchangesPerWeek: 1, peak: 10, years: 1 };
const ROOM = { processes: 12, processors: 16, diskBytes: 30e12, standbyBytes: 125e6, memoryBytes: 16e9 };

const given: Given = {
  serverMs,
  databaseMs,
  walBytes,
  keptBytes: bytesKept,
  sealedPerSecond,
  checkedPerSecond: CHECKED_PER_SECOND,
  provedPerSecond: PROVED_PER_SECOND,
  proofBytes: PROOF_BYTES,
};
const mean = perSecond(POPULATION);
console.log(
  `\n${POPULATION.customers / 1e6} million customers: ${mean.toFixed(0)} exchanges a second, ${(mean * POPULATION.peak).toFixed(0)} in the busiest; ${((mean * 86_400 * bytesKept) / 1e9).toFixed(0)} GB more each day.\n`,
);
console.log(
  table(
    ["what", "used", "of", "then"],
    outlook(POPULATION, given, ROOM).map(({ what, used, of, next }) => [what, percent(used), of, next]),
  ),
);
const rowsOf = [
  ["customers", POPULATION.customers],
  ["balances", POPULATION.customers * COINS_EACH],
  ["entries in a year", mean * SECONDS_PER_YEAR],
] as const;
console.log(
  `\n${table(
    ["rows of", "rows", "pages to one", "index GB"],
    rowsOf.map(([what, count]) => {
      const { depth, bytes } = indexOf(count);
      return [what, count.toExponential(1), String(depth), (bytes / 1e9).toFixed(0)];
    }),
  )}`,
);
