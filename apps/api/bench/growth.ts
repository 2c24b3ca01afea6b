/**
 * Costs of a million customers: the same requests to a server over a small installation and to one over a large one, in
 * turn, on one durable PostgreSQL or on SQLite, which are filled first. Every list of the desk, a customer's own pages,
 * rates, exchanges, the ledger's check. `--customers` and `--rows` of each customer's history say how large.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import type { ServerProcess } from "../src/testing/server-process.ts";
import { withDurablePostgres } from "./durable-postgres.ts";
import { grownAt, type Grown } from "./growth/installation.ts";
import { DESK, OWN, type Asked, type Kind } from "./growth/requests.ts";
import { connectAll, exchangeOften, holdRates, medianOf, quantileOf } from "./load.ts";

/** Customers of the small installation: a thousandth of the large one's. */
const smallOf = (customers: number): number => Math.max(1000, Math.ceil(customers / 1000));
/** Rows of each customer's history, fewer on SQLite, whose installations are smaller. */
const ROWS_EACH = { postgres: 11, sqlite: 3 } as const;
const ROUNDS = 40;
const WARM_UP = 3;
const BLOCKS = 5;
const EXCHANGES_EACH = 10;

/** A request's median milliseconds over the small and over the large installation. */
interface GrowthRow {
  readonly name: string;
  readonly kind: Kind;
  readonly smallMs: number;
  readonly largeMs: number;
  /** Over the large one, 95 in 100 take less; undefined if many were asked at once. */
  readonly largeP95Ms?: number;
}

interface GrowthBench {
  readonly customers: number;
  readonly postings: number;
  readonly fillSeconds: number;
  readonly rows: readonly GrowthRow[];
  /** Microseconds of the ledger's check for each posting. */
  readonly checkSmall: number;
  readonly checkLarge: number;
  /** The most memory that the server over the large installation has had: while it published what is owed, and then. */
  readonly publishingMiB: number;
  readonly memoryMiB: number;
}

/** Milliseconds until a request is answered whole. */
async function ask(grown: Grown, { name, as, target }: Asked): Promise<number> {
  const where = `${grown.server.origin}${target(grown)}`;
  const begin = performance.now();
  const answer = await fetch(where, { headers: grown.people[as] });
  const text = await answer.text();
  // A request that takes longer than statements may is answered so; it counts with the time it took.
  if (!answer.ok && answer.status !== 503)
    throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
  return performance.now() - begin;
}

const SLOW_MILLISECONDS = 1000;

/** Asks both installations in turn. Requests of several seconds are asked fewer times. */
async function measure(small: Grown, large: Grown, asked: Asked): Promise<GrowthRow> {
  const times = { small: [] as number[], large: [] as number[] };
  let rounds = ROUNDS;
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const [smallMs, largeMs] = [await ask(small, asked), await ask(large, asked)];
    if (largeMs > SLOW_MILLISECONDS) rounds = WARM_UP;
    if (round < 0) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  const largeP95Ms = quantileOf(times.large, 0.95);
  const row = { ...asked, smallMs: medianOf(times.small), largeMs: medianOf(times.large), largeP95Ms };
  console.error(
    `${row.name}: ${row.smallMs.toFixed(1)} and ${row.largeMs.toFixed(1)} ms, p95 ${largeP95Ms.toFixed(1)}`,
  );
  return row;
}

/** Held rates and exchanges by many customers at once, in blocks that take turns; the milliseconds are those of one of them. */
async function measureWrites(small: Grown, large: Grown): Promise<GrowthRow[]> {
  const held = { small: [] as number[], large: [] as number[] };
  const exchanged = { small: [] as number[], large: [] as number[] };
  for (let block = -1; block < BLOCKS; block += 1) {
    for (const [size, { server, traders }] of [
      ["small", small],
      ["large", large],
    ] as const) {
      const clients = await connectAll(server.origin, traders);
      const begin = performance.now();
      await holdRates(clients, EXCHANGES_EACH);
      const rateMs = (performance.now() - begin) / EXCHANGES_EACH / clients.length;
      const { perSecond } = await exchangeOften(clients, EXCHANGES_EACH);
      for (const { connection } of clients) connection.close();
      if (block < 0) continue;
      held[size].push(rateMs);
      exchanged[size].push(1000 / perSecond);
    }
  }
  const row = (name: string, kind: Kind, times: typeof held): GrowthRow => ({
    name,
    kind,
    smallMs: medianOf(times.small),
    largeMs: medianOf(times.large),
  });
  return [row("held rate", "read", held), row("exchange", "write", exchanged)];
}

/** Microseconds for each posting. */
async function checkOf(url: string): Promise<{ readonly postings: number; readonly each: number }> {
  const database = await openDatabase(url, { limited: false });
  try {
    const begin = performance.now();
    const { mismatches } = await checkLedger(database.read);
    const took = performance.now() - begin;
    if (mismatches.length > 0)
      throw new Error(`the ledger does not balance: ${JSON.stringify(mismatches.slice(0, 5))}`);
    const { total } = await database.read
      .selectFrom("ledger_postings")
      .select(({ fn }) => fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow();
    return { postings: Number(total), each: (took * 1000) / Number(total) };
  } finally {
    await database.close();
  }
}

/** The most memory that a process has had since this was asked last. */
function memoryOf({ pid }: ServerProcess): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return Number(kibibytes) / 1024;
}

/** Fills both installations and measures them. @param urlOf makes a database with this name, and says its address */
async function runAt(
  urlOf: (name: string) => Promise<string>,
  customers: number,
  rowsEach: number,
): Promise<GrowthBench> {
  const begin = performance.now();
  const small = await grownAt({ url: await urlOf("small"), customers: smallOf(customers), rowsEach });
  const large = await grownAt({ url: await urlOf("large"), customers, rowsEach });
  const fillSeconds = (performance.now() - begin) / 1000;
  try {
    return { customers, fillSeconds, ...(await measureAll(small, large)) };
  } finally {
    for (const { server } of [small, large]) await server.kill();
  }
}

const onPostgres = (customers: number, rowsEach: number): Promise<GrowthBench> =>
  withDurablePostgres(async ({ url }) => {
    // A checkpoint every few seconds of the fill would take most of its time.
    await administer(url, "alter system set max_wal_size = '16GB'");
    await administer(url, "select pg_reload_conf()");
    const urlOf = async (name: string): Promise<string> => {
      await administer(url, `create database ${name}`);
      return databaseUrl(url, name);
    };
    return runAt(urlOf, customers, rowsEach);
  });

async function onSqlite(customers: number, rowsEach: number): Promise<GrowthBench> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  try {
    const urlOf = async (name: string): Promise<string> => `sqlite:${path.join(folder, `${name}.db`)}`;
    return await runAt(urlOf, customers, rowsEach);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  small: Grown,
  large: Grown,
): Promise<Omit<GrowthBench, "customers" | "fillSeconds">> {
  if (!large.url.startsWith("sqlite:")) await administer(large.url, "checkpoint");
  const publishingMiB = memoryOf(large.server);
  const rows = await measureWrites(small, large);
  for (const asked of [...OWN, ...DESK]) rows.push(await measure(small, large, asked));
  const memoryMiB = memoryOf(large.server);
  const [checkedSmall, checkedLarge] = [await checkOf(small.url), await checkOf(large.url)];
  return {
    rows,
    publishingMiB,
    memoryMiB,
    postings: checkedLarge.postings,
    checkSmall: checkedSmall.each,
    checkLarge: checkedLarge.each,
  };
}

const LIST_MILLISECONDS = 50;
/** How many times dearer a request may be over the large installation. */
const DEARER = { read: 1.25, write: 1.05 } as const;
const MEMORY_MEBIBYTES = 300;

const isMet = ({ kind, smallMs, largeMs, largeP95Ms = largeMs }: GrowthRow): boolean =>
  kind === "list" ? largeP95Ms <= LIST_MILLISECONDS : largeMs <= smallMs * DEARER[kind];

const promiseOf = (kind: Kind): string =>
  kind === "list" ? `p95 ≤ ${LIST_MILLISECONDS} ms` : `ratio ≤ ${DEARER[kind]}`;

/** Markdown. */
function tableOf({ rows, customers }: GrowthBench): string {
  const head = `| request | ${smallOf(customers)} customers, ms | ${customers}, ms | p95 ms | ratio | promise | |`;
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.smallMs.toFixed(2)} | ${row.largeMs.toFixed(2)} | ${row.largeP95Ms?.toFixed(2) ?? ""} | ${(row.largeMs / row.smallMs).toFixed(2)} | ${promiseOf(row.kind)} | ${isMet(row) ? "met" : "missed"} |`,
  );
  return [head, "|---|---:|---:|---:|---:|---|---|", ...lines].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      customers: { type: "string", default: "1000000" },
      rows: { type: "string" },
      check: { type: "boolean", default: false },
      sqlite: { type: "boolean", default: false },
    },
  });
  const rowsEach = values.rows ?? (values.sqlite ? ROWS_EACH.sqlite : ROWS_EACH.postgres);
  const run = values.sqlite ? onSqlite : onPostgres;
  const bench = await run(Number(values.customers), Number(rowsEach));
  console.log(tableOf(bench));
  console.log(
    `\nThe ledger's check takes ${bench.checkSmall.toFixed(2)} µs of each posting where there are few, ${bench.checkLarge.toFixed(2)} µs of each of ${bench.postings}. ` +
      `The server had ${bench.memoryMiB.toFixed(0)} MiB at most, and ${bench.publishingMiB.toFixed(0)} while it published what is owed. Filled in ${bench.fillSeconds.toFixed(0)} s.`,
  );
  const missed = bench.rows.filter((row) => !isMet(row)).map(({ name }) => name);
  if (bench.memoryMiB > MEMORY_MEBIBYTES) missed.push("memory");
  if (values.check && missed.length > 0) {
    console.error(`Missed: ${missed.join(", ")}`);
    process.exitCode = 1;
  }
}
