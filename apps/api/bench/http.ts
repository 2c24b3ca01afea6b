/**
 * The server under load, over HTTP, on SQLite: exchanges and held rates asked for by 64 signed-in customers on keep-alive
 * connections, each next to what a bare program can do in the same run. The server is a process of its own; this one is
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
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { leanLoop } from "../../../packages/db/bench/lean.ts";
import { bareLoop } from "../../../packages/db/bench/write-lane.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { payloadOf } from "../src/testing/exchanges.ts";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import { Connection, postBytes } from "./connection.ts";

const CUSTOMERS = 64;
const ROUNDS = 5;
const EXCHANGES_EACH = 80;
const RATES_EACH = 150;
/** Enough for the compiler to have seen the whole way; each is some 13,000 requests. */
const WARM_UP_EACH = 200;

/** A measured figure next to what a bare program does in the same run. */
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

/** A connection and what it sends apart from the request itself: nothing secret for a guest. */
interface Client {
  readonly connection: Connection;
  readonly headers: Readonly<Record<string, string>>;
}

interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Medians of five rounds, each contestant taking its turn in every round. Takes about half a minute. */
export async function run(): Promise<HttpBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const env = {
    DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
    RATE_LIMIT: "100000000",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
  };
  const sessions = await addSignedInCustomers(env);
  const server = await startServer(env);
  let bareServer: { readonly origin: string; readonly process: ChildProcess } | undefined;
  try {
    // A connection without a request is closed after 15 s, so each is made when it is about to be used.
    const customers = await connectAll(server.origin, sessions);
    await exchangeOften(customers, WARM_UP_EACH);
    const guests = await connectAll(server.origin, await guestHeaders(server.origin));
    const [sample] = await holdRates(guests.slice(0, 1), 1);
    const held = sample?.[0];
    if (held === undefined) throw new Error("no rate was held");
    bareServer = await startBareGetRate(held);
    const bareGuests = await connectAll(
      bareServer.origin,
      guests.map(({ headers }) => headers),
    );

    const contestants = {
      bareLoop,
      exchanges: () => exchangeOften(customers, EXCHANGES_EACH),
      lean: async () => leanLoop(),
      bareRates: () => askRates(bareGuests, RATES_EACH),
      guestRates: () => askRates(guests, RATES_EACH),
      customerRates: () => askRates(customers, RATES_EACH),
    };
    for (const clients of [bareGuests, guests, customers]) await askRates(clients, WARM_UP_EACH);
    const rounds: Record<keyof typeof contestants, Sample[]> = {
      bareLoop: [],
      exchanges: [],
      lean: [],
      bareRates: [],
      guestRates: [],
      customerRates: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(rounds) as (keyof typeof rounds)[]) {
        rounds[name].push(await contestants[name]());
      }
    }
    for (const { connection } of [...customers, ...guests, ...bareGuests]) connection.close();
    const peakMemoryMiB = peakMemory(server);
    await server.stop();
    await expectBooksRight(env.DATABASE_URL);

    return {
      rows: [
        rowOf("bare better-sqlite3, the same statements, one commit each", rounds.bareLoop),
        rowOf("exchanges through HTTP", rounds.exchanges, rounds.bareLoop),
        rowOf("the leanest exchange on four small tables, one commit each", rounds.lean),
        rowOf("exchanges through HTTP, by the leanest", rounds.exchanges, rounds.lean),
        rowOf("bare Fastify route that signs and answers as much", rounds.bareRates),
        rowOf("`/api/get-rate` of guests", rounds.guestRates, rounds.bareRates),
        rowOf("`/api/get-rate` of signed-in customers", rounds.customerRates, rounds.bareRates),
      ],
      peakMemoryMiB,
    };
  } finally {
    bareServer?.process.kill();
    await server.kill();
    rmSync(directory, { recursive: true });
  }
}

function connectAll(origin: string, headers: readonly Client["headers"][]): Promise<Client[]> {
  return Promise.all(
    headers.map(async (own) => ({ connection: await Connection.open(origin), headers: own })),
  );
}

/** What guests send once they have been here: the CSRF cookie they were given. */
function guestHeaders(origin: string): Promise<Client["headers"][]> {
  return Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const answer = await fetch(`${origin}/api/currencies`);
      await answer.text();
      const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      return { cookie, "x-requested-with": "XMLHttpRequest" };
    }),
  );
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
        twoFactor: false,
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

const rateRequest = (customer: number, headers: Client["headers"]): Buffer =>
  postBytes("/api/get-rate", headers, pairOf(customer));

/** Each customer's held rates. */
function holdRates(clients: readonly Client[], each: number): Promise<HeldRate[][]> {
  return Promise.all(
    clients.map(async ({ connection, headers }, index) => {
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
async function exchangeOften(clients: readonly Client[], each: number): Promise<Sample> {
  const held = await holdRates(clients, each);
  const requests = held.map((rates, index) =>
    rates.map((rate) =>
      postBytes(
        "/api/users/transactions",
        { ...clients[index]?.headers, "idempotency-key": `bench-${exchangeCount++}` },
        payloadOf(rate, rate.min),
      ),
    ),
  );
  return load(clients, requests, 201);
}

function askRates(clients: readonly Client[], each: number): Promise<Sample> {
  const requests = clients.map(({ headers }, index) =>
    Array.from({ length: each }, () => rateRequest(index, headers)),
  );
  return load(clients, requests, 200);
}

/** All customers at once, each sending its next request when the one before is answered. */
async function load(
  clients: readonly Client[],
  requests: readonly (readonly Buffer[])[],
  expected: number,
): Promise<Sample> {
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(
    clients.map(async ({ connection }, index) => {
      for (const request of requests[index] ?? []) {
        const asked = performance.now();
        const { status, body } = await connection.ask(request);
        latencies.push(performance.now() - asked);
        if (status !== expected) throw new Error(`the server answered ${status}: ${body}`);
      }
    }),
  );
  const elapsedMs = performance.now() - began;
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

function median(samples: readonly Sample[]): Sample {
  const middle = samples.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

/** The median round; its ratio is the median of the rounds' own, so that a slow moment of the machine falls on both. */
function rowOf(name: string, samples: readonly Sample[], bare?: readonly Sample[]): HttpRow {
  const { perSecond, p50Ms, p99Ms } = median(samples);
  const ratios = samples
    .map((sample, round) => sample.perSecond / (bare?.[round]?.perSecond ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const ratio = ratios[Math.floor(ratios.length / 2)];
  return { name, perSecond, p50Ms, p99Ms, ...(bare !== undefined && ratio !== undefined && { ratio }) };
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

/** The bench's table, and its peak of memory as a line below. */
export function markdown({ rows, peakMemoryMiB }: HttpBench): string {
  const lines = rows.map(
    ({ name, perSecond, p50Ms, p99Ms, ratio }) =>
      `| ${name} | ${Math.round(perSecond)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio?.toFixed(2) ?? ""} |`,
  );
  return [
    `| 64 clients at once | a second | p50 ms | p99 ms | ratio |`,
    "|---|---:|---:|---:|---:|",
    ...lines,
    "",
    `Peak memory of the server under this load: ${peakMemoryMiB?.toFixed(0) ?? "unknown"} MiB.`,
  ].join("\n");
}

if (import.meta.main) console.log(markdown(await run()));
