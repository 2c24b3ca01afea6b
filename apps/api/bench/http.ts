/**
 * The server under load, over HTTP, on SQLite: exchanges and held rates asked for by 64 signed-in customers on keep-alive
 * connections, each beside what a bare program can do in the same run. The server is a process of its own; this one is
 * the load. Run with `node apps/api/bench/http.ts`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { HeldRate } from "@wattle/contracts/quotes";
import { openDatabase } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { hashSessionId } from "@wattle/db/sessions";
import { addCustomers } from "@wattle/db/testing/fixtures";
import { bareLoop } from "../../../packages/db/bench/write-lane.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { payloadOf } from "../src/testing/exchanges.ts";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import { Connection, postBytes } from "./connection.ts";

const CUSTOMERS = 64;
const ROUNDS = 5;
const EXCHANGES_EACH = 80;
const WARM_UP_EACH = 40;
const RATES_EACH = 150;

/** A measured figure beside what a bare program does in the same run. */
export interface HttpRow {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** By how much faster than the bare program named before it; undefined for the bare ones. */
  readonly ratio?: number;
}

export interface HttpBench {
  readonly rows: readonly HttpRow[];
  /** The most memory the server ever had resident, in MiB; undefined where the system does not tell. */
  readonly peakMemoryMiB: number | undefined;
}

interface Customer {
  readonly connection: Connection;
  readonly headers: Readonly<Record<string, string>>;
}

interface Sample {
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

/** Medians of five rounds, each contestant taking its turn in every round. Takes about half a minute. */
export async function run(): Promise<HttpBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const env = {
    DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
    RATE_LIMIT: "100000000",
    CAPTCHA_PROVIDER: "none",
  };
  const sessions = await addSignedInCustomers(env);
  const server = await startServer(env);
  let bare: { readonly origin: string; readonly process: ChildProcess } | undefined;
  try {
    const customers = await Promise.all(
      sessions.map(async (headers) => ({ connection: await Connection.open(server.origin), headers })),
    );
    const [sample] = await holdRates(customers.slice(0, 1), 1);
    const held = sample?.[0];
    if (held === undefined) throw new Error("no rate was held");
    bare = await startBareGetRate(held);
    const { origin } = bare;
    const bareCustomers = await Promise.all(
      customers.map(async ({ headers }) => ({ connection: await Connection.open(origin), headers })),
    );

    await exchangeOften(customers, WARM_UP_EACH);
    await askRates(customers, WARM_UP_EACH);
    await askRates(bareCustomers, WARM_UP_EACH);
    const loop: { perSecond: number; p50Ms: number; p99Ms: number }[] = [];
    const exchanges: Sample[] = [];
    const bareRates: Sample[] = [];
    const rates: Sample[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      loop.push(await bareLoop());
      exchanges.push(await exchangeOften(customers, EXCHANGES_EACH));
      bareRates.push(await askRates(bareCustomers, RATES_EACH));
      rates.push(await askRates(customers, RATES_EACH));
    }
    for (const { connection } of [...customers, ...bareCustomers]) connection.close();
    const peakMemoryMiB = peakMemory(server);
    await server.stop();
    await expectBooksRight(env.DATABASE_URL);

    const bareExchange = median(loop, (row) => row.perSecond);
    const [exchange, bareRate, rate] = [exchanges, bareRates, rates].map((samples) =>
      median(samples, (one) => one.perSecond),
    );
    return {
      rows: [
        { name: "bare better-sqlite3, the same statements, one commit each", ...bareExchange },
        rowOf("exchanges through HTTP", exchange, bareExchange.perSecond),
        rowOf("bare Fastify route that signs and answers as much", bareRate),
        rowOf("/api/get-rate", rate, bareRate?.perSecond),
      ],
      peakMemoryMiB,
    };
  } finally {
    bare?.process.kill();
    await server.kill();
    rmSync(directory, { recursive: true });
  }
}

/** @returns the headers that sign each customer in */
async function addSignedInCustomers(
  env: Readonly<Record<string, string>>,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const services = await createServices(readConfig(env));
  const ids = Array.from({ length: CUSTOMERS }, () => services.ids.uuid());
  await services.database.write((tx) => addCustomers(tx, ids, { AUD: 10n ** 13n, BTC: 10n ** 13n }));
  const headers = await Promise.all(
    ids.map(async (id) => {
      const { sessionId, cookie } = await services.sessions.start(id, {
        ip: "127.0.0.1",
        userAgent: "bench",
        remember: false,
      });
      const pairs = [cookie, services.csrf.cookie(hashSessionId(sessionId))].map(
        (setCookie) => setCookie.split(";")[0] ?? "",
      );
      const token = pairs[1]?.slice("XSRF-TOKEN=".length) ?? "";
      return { cookie: pairs.join("; "), "x-xsrf-token": token, "x-requested-with": "XMLHttpRequest" };
    }),
  );
  await services.database.close();
  return headers;
}

async function startBareGetRate(
  sample: HeldRate,
): Promise<{ readonly origin: string; readonly process: ChildProcess }> {
  const script = path.join(import.meta.dirname, "bare-get-rate.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(sample)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("the bare server ended")));
  });
  return { origin: `http://127.0.0.1:${port}`, process: child };
}

/** Customers sell and buy in turn, so that neither balance runs dry. */
const pairOf = (customer: number) =>
  customer % 2 === 0
    ? { credit_currency: "BTC", debit_currency: "AUD", credit: 1 }
    : { credit_currency: "AUD", debit_currency: "BTC", credit: 1 };

const rateRequest = (customer: number, headers: Customer["headers"]): Buffer =>
  postBytes("/api/get-rate", headers, pairOf(customer));

/** Each customer's held rates. */
function holdRates(customers: readonly Customer[], each: number): Promise<HeldRate[][]> {
  return Promise.all(
    customers.map(async ({ connection, headers }, index) => {
      const request = rateRequest(index, headers);
      const held: HeldRate[] = [];
      while (held.length < each) {
        const { status, body } = await connection.ask(request);
        if (status !== 200) throw new Error(`get-rate answered ${status}: ${body}`);
        held.push(JSON.parse(body) as HeldRate);
      }
      return held;
    }),
  );
}

let exchangeCount = 0;

/** Every customer executes `each` exchanges, one after the other; rates and payloads are ready before the clock starts. */
async function exchangeOften(customers: readonly Customer[], each: number): Promise<Sample> {
  const held = await holdRates(customers, each);
  const requests = held.map((rates, index) =>
    rates.map((rate) =>
      postBytes(
        "/api/users/transactions",
        { ...customers[index]?.headers, "idempotency-key": `bench-${exchangeCount++}` },
        payloadOf(rate, rate.min),
      ),
    ),
  );
  return load(customers, requests, 201);
}

function askRates(customers: readonly Customer[], each: number): Promise<Sample> {
  const requests = customers.map(({ headers }, index) =>
    Array.from({ length: each }, () => rateRequest(index, headers)),
  );
  return load(customers, requests, 200);
}

/** All customers at once, each sending its next request when the one before is answered. */
async function load(
  customers: readonly Customer[],
  requests: readonly (readonly Buffer[])[],
  expected: number,
): Promise<Sample> {
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(
    customers.map(async ({ connection }, index) => {
      for (const request of requests[index] ?? []) {
        const asked = performance.now();
        const { status, body } = await connection.ask(request);
        latencies.push(performance.now() - asked);
        if (status !== expected) throw new Error(`the server answered ${status}: ${body}`);
      }
    }),
  );
  return { perSecond: (latencies.length / (performance.now() - began)) * 1000, latencies };
}

function median<T>(samples: readonly T[], by: (sample: T) => number): T {
  const middle = samples.toSorted((a, b) => by(a) - by(b))[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

function rowOf(name: string, sample: Sample | undefined, bare?: number): HttpRow {
  if (sample === undefined) throw new Error("nothing was measured");
  const sorted = sample.latencies.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    name,
    perSecond: sample.perSecond,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    ...(bare !== undefined && { ratio: sample.perSecond / bare }),
  };
}

function peakMemory({ pid }: ServerProcess): number | undefined {
  if (process.platform !== "linux") return undefined;
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) / 1024;
}

/** Speed that loses money would be worth nothing. */
async function expectBooksRight(url: string): Promise<void> {
  const database = await openDatabase(url);
  const { mismatches } = await checkLedger(database.read);
  await database.close();
  if (mismatches.length > 0) throw new Error(`the ledger does not balance: ${JSON.stringify(mismatches)}`);
}

if (import.meta.main) {
  const { rows, peakMemoryMiB } = await run();
  console.log("| with 64 clients | a second | p50 ms | p99 ms | ratio |\n|---|---:|---:|---:|---:|");
  for (const { name, perSecond, p50Ms, p99Ms, ratio } of rows) {
    console.log(
      `| ${name} | ${Math.round(perSecond)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio?.toFixed(2) ?? ""} |`,
    );
  }
  console.log(`\npeak memory of the server ${peakMemoryMiB?.toFixed(0) ?? "unknown"} MiB`);
}
