// All of `npm run bench [-- --check]`: the arithmetic, the write lane and the server over HTTP, as tables for `docs/performance.md`.
// Ratios compare within this run; absolute numbers are this machine's. Takes about ten minutes. With `--check` it ends with code 1
// when a bound is missed.
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { run as benchChain, WHILE_FOLLOWING } from "../apps/api/bench/chain.ts";
import { run as benchEther } from "../apps/api/bench/ether.ts";
import { run as benchCompliance, WHILE_WATCHING } from "../apps/api/bench/compliance.ts";
import { run as benchHedging, WHILE_HEDGING } from "../apps/api/bench/hedging.ts";
import { markdown as httpTable, run as benchHttp } from "../apps/api/bench/http.ts";
import { tableOf, type HttpRow } from "../apps/api/bench/load.ts";
import { run as benchPostgres } from "../apps/api/bench/postgres.ts";
import { run as benchTax } from "../apps/api/bench/tax-report.ts";
import { run as benchTokenRequests, WHILE_NOTING } from "../apps/api/bench/token-requests.ts";
import { run as longestTurn } from "../apps/api/bench/longest-turn.ts";
import { leanLoop } from "../packages/db/bench/lean.ts";
import { run as benchWriteLane } from "../packages/db/bench/write-lane.ts";
import { run as benchConvert } from "../packages/exchange-core/bench/convert.ts";

/** A bound and an aim. */
interface Target {
  readonly what: string;
  readonly measured: number | undefined;
  readonly least: number;
  readonly aim?: number;
  readonly unit: string;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

const ratioOf = (rows: readonly HttpRow[], name: string): number | undefined =>
  rows.find((row) => row.name === name)?.ratio;

/** Memory and time are promised to stay below their bound, speed to stay above it. */
const staysBelow = (unit: string): boolean => ["MiB", "ms", "s", "min"].includes(unit);

const isMet = ({ measured, least, unit }: Target): boolean =>
  measured !== undefined && (staysBelow(unit) ? measured < least : measured >= least);

function verdict(target: Target): string {
  const { measured, aim } = target;
  if (measured === undefined) return "not measured";
  if (!isMet(target)) return "missed";
  return aim === undefined || measured >= aim ? "met" : "met, aim missed";
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);

const { rows: conversions } = await benchConvert();
console.log("### Conversions on one core\n");
console.log(
  table(
    ["task", "with", "million a second", "ratio"],
    conversions.map(({ task, contestant, operationsPerSecond, ratio }) => [
      task,
      contestant,
      (operationsPerSecond / 1e6).toFixed(2),
      ratio.toFixed(2),
    ]),
  ),
);

const { rows: loops, ratio: laneRatio } = await benchWriteLane();
const lane = [...loops, leanLoop(), leanLoop(64)];
console.log("\n### Exchanges through the write lane, on SQLite\n");
console.log(
  table(
    ["64 in flight", "a second", "p50 ms", "p99 ms"],
    lane.map(({ name, perSecond, p50Ms, p99Ms }) => [
      name,
      perSecond.toFixed(0),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
    ]),
  ),
);
console.log(`\nRatio ${laneRatio.toFixed(2)}.`);

const http = await benchHttp();
console.log("\n### The server over HTTP, on SQLite\n");
console.log(httpTable(http));

const noting = await benchTokenRequests();
console.log("\n### Noting the requests of tokens, on SQLite\n");
console.log(tableOf(noting));

const postgres = await benchPostgres();
console.log("\n### The server over HTTP, on PostgreSQL\n");
console.log(tableOf(postgres));

const chain = await benchChain();
console.log("\n### Following Bitcoin, on SQLite\n");
console.log(tableOf(chain.rows));

const etherMs = await benchEther();

const hedging = await benchHedging();
console.log("\n### Hedging, on SQLite\n");
console.log(tableOf(hedging.rows));

const compliance = await benchCompliance();
console.log("\n### Compliance, on SQLite\n");
console.log(tableOf(compliance.rows));
console.log();
console.log(
  table(
    ["a rule tried on a million transactions, seconds", "by the clock", "of processor time"],
    compliance.tried.map(({ rule, seconds, processorSeconds }) => [
      rule,
      seconds.toFixed(1),
      processorSeconds.toFixed(1),
    ]),
  ),
);
console.log(
  `\n100,000 customers are screened in ${compliance.screeningMinutes.toFixed(1)} minutes, ${compliance.screeningProcessorMinutes.toFixed(1)} of processor time.`,
);

const tax = await benchTax();

const slowestParsed = conversions
  .filter(({ task, contestant }) => task.endsWith("parsed") && contestant === "exchange-core")
  .map(({ operationsPerSecond }) => operationsPerSecond / 1e6);
const targets: readonly Target[] = [
  { what: "`convert` on one core", measured: Math.min(...slowestParsed), least: 2, unit: "million a second" },
  {
    what: "exchanges through HTTP, by the bare loop",
    measured: ratioOf(http.rows, "exchanges through HTTP"),
    least: 0.6,
    aim: 1.2,
    unit: "",
  },
  {
    what: "exchanges through HTTP, by the leanest program",
    measured: ratioOf(http.rows, "exchanges through HTTP, by the leanest"),
    least: 0.9,
    aim: 1.2,
    unit: "",
  },
  {
    what: "exchanges through HTTP on PostgreSQL, by the leanest program",
    measured: ratioOf(postgres, "exchanges through HTTP, one process"),
    least: 0.7,
    aim: 0.9,
    unit: "",
  },
  {
    what: "`/api/get-rate` of guests, by the bare route",
    measured: ratioOf(http.rows, "`/api/get-rate` of guests"),
    least: 0.8,
    aim: 0.9,
    unit: "",
  },
  {
    what: "`/api/get-rate` of signed-in customers, by the bare route",
    measured: ratioOf(http.rows, "`/api/get-rate` of signed-in customers"),
    least: 0.65,
    aim: 0.8,
    unit: "",
  },
  {
    what: "`/api/get-rate` with tokens whose requests are noted, by those whose are not",
    measured: ratioOf(noting, WHILE_NOTING),
    least: 0.85,
    aim: 0.95,
    unit: "",
  },
  { what: "peak memory under load", measured: http.peakMemoryMiB, least: 300, unit: "MiB" },
  { what: "a block of 10,000 outputs", measured: chain.blockMs, least: 1_000, unit: "ms" },
  { what: "a settled block with 100,000 balances", measured: etherMs, least: 10_000, unit: "ms" },
  { what: "peak memory while blocks come", measured: chain.peakMemoryMiB, least: 300, unit: "MiB" },
  {
    what: "exchanges while blocks come, by those without",
    measured: ratioOf(chain.rows, WHILE_FOLLOWING),
    least: 0.9,
    aim: 1,
    unit: "",
  },
  {
    what: "from an exchange to its order on its way, p99",
    measured: hedging.orderMs,
    least: 2_000,
    unit: "ms",
  },
  {
    what: "exchanges while the server hedges, by those without",
    measured: ratioOf(hedging.rows, WHILE_HEDGING),
    least: 0.97,
    aim: 1,
    unit: "",
  },
  { what: "peak memory while the server hedges", measured: hedging.peakMemoryMiB, least: 300, unit: "MiB" },
  {
    what: "a rule tried on a million transactions, of processor time",
    measured: Math.max(...compliance.tried.map(({ processorSeconds }) => processorSeconds)),
    least: 60,
    unit: "s",
  },
  {
    what: "the slowest list of compliance, with 10,000 cases",
    measured: Math.max(...compliance.lists.values()),
    least: 100,
    unit: "ms",
  },
  {
    what: "exchanges while rules watch, by those without",
    measured: ratioOf(compliance.rows, WHILE_WATCHING),
    least: 0.97,
    unit: "",
  },
  {
    what: "100,000 customers screened with a new list",
    measured: compliance.screeningMinutes,
    least: 30,
    unit: "min",
  },
  {
    what: "a write of someone else meanwhile, at most",
    measured: compliance.longestRequestMs,
    least: 250,
    unit: "ms",
  },
  { what: "tax report of 10,000 exchanges", measured: tax.reportMs, least: 500, unit: "ms" },
  { what: "100,000 moves matched with parcels", measured: tax.matchMs, least: 2_000, unit: "ms" },
  { what: "memory that matching them adds", measured: tax.matchMiB, least: 150, unit: "MiB" },
  { what: "longest turn that a hostile body causes", measured: await longestTurn(), least: 50, unit: "ms" },
];
console.log("\n### Targets\n");
console.log(
  table(
    ["", "measured", "bound", "aim", "verdict"],
    targets.map((target) => [
      target.what,
      `${target.measured?.toFixed(2) ?? "?"} ${target.unit}`.trim(),
      `${staysBelow(target.unit) ? "<" : "≥"} ${target.least}`,
      target.aim?.toString() ?? "",
      verdict(target),
    ]),
  ),
);
if (parseArgs({ options: { check: { type: "boolean" } } }).values.check === true && !targets.every(isMet)) {
  process.exitCode = 1;
}
