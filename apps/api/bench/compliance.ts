/**
 * The cost of compliance, on SQLite: a rule tried on 90 days, lists of the desk with 10,000 cases, exchanges of a server that watches next to
 * one that does not, and customers screened again after a new list. Run with `npm run bench`; with more rows by
 * `node apps/api/bench/compliance.ts --transactions 1000000 --customers 10000`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MONITORING_RULES } from "@wattle/contracts/choices";
import type { MonitoringRule } from "@wattle/contracts/rules";
import { listCases } from "@wattle/db/cases";
import { openDatabase } from "@wattle/db/database";
import { countScreened, findList, useList } from "@wattle/db/screening";
import { leaseSealReader } from "@wattle/db/sealed-exchanges";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { keepList } from "../src/compliance/keep-list.ts";
import { screenAll } from "../src/compliance/screen-all.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { readCase, readCases } from "../src/desk/compliance/read-cases.ts";
import { readFilings } from "../src/desk/compliance/read-filings.ts";
import { readRules } from "../src/desk/compliance/rule-acts.ts";
import { readLists } from "../src/desk/compliance/use-list.ts";
import { tryRule } from "../src/monitoring/try-rule.ts";
import type { Services } from "../src/services.ts";
import { startServer } from "../src/testing/server-process.ts";
import { addCases, addMoves, addPeople, listOfPeople } from "./compliance/fill.ts";
import {
  addSignedInCustomers,
  connectAll,
  exchangeOften,
  expectBooksRight,
  medianOf,
  rowOf,
  type HttpRow,
  type Sample,
} from "./load.ts";

const MOVES_EACH = 200;
const CASES = 10_000;
const LIST_ENTRIES = 50_000;
const READS = 15;
const ROUNDS = 5;
const EXCHANGES_EACH = 25;
const WARM_UP_EACH = 25;
const TRIED_CUSTOMERS = 2_000;
const PROBE_MILLISECONDS = 10;
const LEASE_MILLISECONDS = 24 * 3_600_000;

export const WHILE_WATCHING = "the same while rules watch";

interface Sizes {
  readonly transactions: number;
  readonly customers: number;
}

interface Tried {
  readonly rule: MonitoringRule;
  /** Seconds for a million transactions, by the clock and of processor time. */
  readonly seconds: number;
  readonly processorSeconds: number;
}

export interface ComplianceBench {
  readonly tried: readonly Tried[];
  /** Median milliseconds of each list. */
  readonly lists: ReadonlyMap<string, number>;
  readonly rows: readonly HttpRow[];
  /** Processor time of the server for an exchange, watched by unwatched: the median round. */
  readonly processorRatio: number;
  /** Minutes for 100,000 customers, and the longest that a write of someone else took meanwhile. */
  readonly screeningMinutes: number;
  readonly screeningProcessorMinutes: number;
  readonly longestRequestMs: number;
}

/** @returns seconds by the clock, and of the processor */
async function timed(work: () => Promise<unknown>): Promise<{ wall: number; processor: number }> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: (performance.now() - began) / 1e3, processor: (user + system) / 1e6 };
}

async function tryRules(services: Services, transactions: number): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const rule of MONITORING_RULES) {
    const { wall, processor } = await timed(async () => {
      let after: string | undefined;
      do {
        const trial = { rule, parameters: {}, days: 90, after, limit: TRIED_CUSTOMERS };
        after = (await tryRule(services, trial)).next ?? undefined;
      } while (after !== undefined);
    });
    const times = 1e6 / transactions;
    tried.push({ rule, seconds: wall * times, processorSeconds: processor * times });
  }
  return tried;
}

async function timeLists(services: Services): Promise<Map<string, number>> {
  const { read } = services.database;
  const limit = 200;
  const cases = (chosen: Partial<Parameters<typeof readCases>[1]>) => () =>
    readCases(services, { limit, ...chosen });
  const oldest = { createdAt: 1n, id: "" };
  const [first] = (await listCases(read, { now: 0n, limit: CASES })).slice(0, 1);
  const lists: Readonly<Record<string, () => Promise<unknown>>> = {
    cases: cases({}),
    "cases, open": cases({ status: "open" }),
    "cases, snoozed": cases({ status: "snoozed" }),
    "cases, closed": cases({ status: "closed" }),
    "cases, of a kind that there is not": cases({ kind: "filing" }),
    "cases, of someone who has none": cases({ assignee: "no one" }),
    "cases, after the last": cases({ after: oldest }),
    "a case with 200 hits": () => readCase(read, services, first?.id ?? ""),
    rules: () => readRules(read, services),
    lists: () => readLists(read),
    filings: () => readFilings(services, { limit }),
    "filings, of a kind that there is not": () => readFilings(services, { limit, kind: "ttr" }),
  };
  const medians = new Map<string, number>();
  for (const [name, list] of Object.entries(lists)) {
    const times: number[] = [];
    for (let made = 0; made < READS; made += 1) times.push((await timed(list)).wall * 1e3);
    medians.set(name, medianOf(times));
  }
  return medians;
}

/** Screens everyone with a new list, while someone else writes a little every 10 ms. */
async function screenEveryone(services: Services) {
  const { clock, database } = services;
  const content = new TextEncoder().encode(listOfPeople(LIST_ENTRIES));
  const id = await keepList(services, { source: "own", content }, "bench");
  const customers = await countScreened(database.read);
  await database.write((tx) => useList(tx, id, { before: undefined, customers, at: BigInt(clock.now()) }));
  let [longestRequestMs, isDone] = [0, false];
  /** The first customers are compared once the index is there, which takes as long for a few as for many. */
  let first: { readonly total: number; readonly at: number; readonly used: NodeJS.CpuUsage } | undefined;
  const probe = (async () => {
    while (!isDone) {
      const began = performance.now();
      await setTimeout(PROBE_MILLISECONDS);
      const list = await database.write((tx) => findList(tx, id));
      const now = performance.now();
      longestRequestMs = Math.max(longestRequestMs, now - began - PROBE_MILLISECONDS);
      const total = Number(list?.screened_total);
      if (total > 0) first ??= { total, at: now, used: process.cpuUsage() };
    }
  })();
  const all = await timed(() => screenAll(services));
  const ended = performance.now();
  const after = process.cpuUsage(first?.used);
  isDone = true;
  await probe;
  if (first === undefined) throw new Error("no progress was seen");
  const left = Number(customers) - first.total;
  const [wall, processor] = [(ended - first.at) / 1e3, (after.user + after.system) / 1e6];
  const minutesFor = (whole: number, part: number): number => (whole + (part / left) * (100_000 - left)) / 60;
  return {
    screeningMinutes: minutesFor(all.wall, wall),
    screeningProcessorMinutes: minutesFor(all.processor, processor),
    longestRequestMs,
  };
}

/** Milliseconds of processor time that a process has used. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Exchanges of two servers in turn. In the first one's database another process has the watcher's turn for a day. */
async function watchedExchanges(
  directory: string,
): Promise<Pick<ComplianceBench, "rows" | "processorRatio">> {
  const envs = (["unwatched", "watched"] as const).map((name) => ({
    DATABASE_URL: `sqlite:${path.join(directory, `${name}.db`)}`,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
  }));
  const sessions = await Promise.all(envs.map(addSignedInCustomers));
  const url = envs[0]?.DATABASE_URL ?? "";
  const database = await openDatabase(url);
  const now = Date.now();
  const until = BigInt(now + LEASE_MILLISECONDS);
  await database.write((tx) =>
    leaseSealReader(tx, "monitoring", { holder: "bench", now: BigInt(now), until }),
  );
  await database.close();
  const servers = await Promise.all(envs.map(startServer));
  try {
    const exchanges = async (at: number, each = EXCHANGES_EACH) => {
      const server = servers[at];
      if (server === undefined) throw new Error("no server");
      const clients = await connectAll(server.origin, sessions[at] ?? []);
      const before = processorMs(server.pid);
      const sample = await exchangeOften(clients, each);
      const used = processorMs(server.pid) - before;
      for (const { connection } of clients) connection.close();
      return { sample, used };
    };
    for (const at of [0, 1]) await exchanges(at, WARM_UP_EACH);
    const samples: [Sample[], Sample[]] = [[], []];
    const used: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const at of [0, 1] as const) {
        const made = await exchanges(at);
        samples[at].push(made.sample);
        used[at].push(made.used);
      }
    await Promise.all(servers.map((server) => server.stop()));
    await expectBooksRight(envs[1]?.DATABASE_URL ?? "");
    return {
      rows: [
        rowOf("exchanges through HTTP, no rule watches", samples[0]),
        rowOf(WHILE_WATCHING, samples[1], samples[0]),
      ],
      processorRatio: medianOf(used[1].map((ms, round) => ms / (used[0][round] ?? Number.NaN))),
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
}

export async function run(
  { transactions, customers }: Sizes = { transactions: 50_000, customers: 1_000 },
): Promise<ComplianceBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const services = await createServices(
    readConfig({
      DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
      CAPTCHA_PROVIDER: "none",
      DATA_KEYS: TEST_DATA_KEYS,
    }),
    { logTo: { write: () => undefined } },
  );
  try {
    const people = await addPeople(services, customers);
    const movers = people.slice(0, Math.ceil(transactions / MOVES_EACH));
    await addMoves(services, movers, Math.ceil(transactions / movers.length));
    const tried = await tryRules(services, transactions);
    await addCases(services, people, CASES);
    const lists = await timeLists(services);
    const screening = await screenEveryone(services);
    return { tried, lists, ...screening, ...(await watchedExchanges(directory)) };
  } finally {
    await services.database.close();
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      transactions: { type: "string", default: "50000" },
      customers: { type: "string", default: "1000" },
    },
  });
  console.log(await run({ transactions: Number(values.transactions), customers: Number(values.customers) }));
}
