/**
 * Shared parts of benches over HTTP: 64 customers on keep-alive connections, their requests, and a table of the
 * results.
 */
import { performance } from "node:perf_hooks";
import type { HeldRate } from "@wattle/contracts/quotes";
import { openDatabase } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { hashSessionId } from "@wattle/db/sessions";
import { addCustomers } from "@wattle/db/testing/fixtures";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import type { Services } from "../src/services.ts";
import { payloadOf } from "../src/testing/exchanges.ts";
import { Connection, postBytes } from "./connection.ts";

export const CUSTOMERS = 64;

/** A measured figure next to what a bare program does in the same run. */
export interface HttpRow {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** By how much faster than the bare program named before it; undefined for the bare ones. */
  readonly ratio?: number;
  /** The least and the most of the rounds' ratios. */
  readonly ratios?: readonly [number, number];
}

/** A connection and what it sends apart from the request itself: nothing secret for a guest. */
export interface Client {
  readonly connection: Connection;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export function connectAll(origin: string, headers: readonly Client["headers"][]): Promise<Client[]> {
  return Promise.all(
    headers.map(async (own) => ({ connection: await Connection.open(origin), headers: own })),
  );
}

/** The same customers shared out among several processes, in the order of `headers`. */
export async function connectAcross(
  origins: readonly string[],
  headers: readonly Client["headers"][],
): Promise<Client[]> {
  const clients = await Promise.all(
    headers.map((own, customer) => connectAll(origins[customer % origins.length] ?? "", [own])),
  );
  return clients.flat();
}

/** @returns the headers that sign someone in */
export async function signIn(
  services: Pick<Services, "sessions" | "csrf">,
  id: string,
): Promise<Client["headers"]> {
  const from = { ip: "127.0.0.1", userAgent: "bench", remember: false, twoFactor: true };
  const { sessionId, cookie } = await services.sessions.start(id, from);
  const pairs = [cookie, services.csrf.cookie(hashSessionId(sessionId))].map(
    (setCookie) => setCookie.split(";")[0] ?? "",
  );
  const token = pairs[1]?.slice("XSRF-TOKEN=".length) ?? "";
  return { cookie: pairs.join("; "), "x-xsrf-token": token, "x-requested-with": "XMLHttpRequest" };
}

/** @returns the headers that sign each customer in */
export async function addSignedInCustomers(
  env: Readonly<Record<string, string>>,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const services = await createServices(readConfig(env));
  const ids = Array.from({ length: CUSTOMERS }, () => services.ids.uuid());
  await services.database.write((tx) => addCustomers(tx, ids, { AUD: 10n ** 13n, BTC: 10n ** 10n }));
  const headers = await Promise.all(ids.map((id) => signIn(services, id)));
  await services.database.close();
  return headers;
}

/** Customers sell and buy in turn, so that neither balance runs dry. */
const pairOf = (customer: number) =>
  customer % 2 === 0
    ? { credit_currency: "BTC", debit_currency: "AUD", credit: 1 }
    : { credit_currency: "AUD", debit_currency: "BTC", credit: 1 };

const rateRequest = (customer: number, headers: Client["headers"]): Buffer =>
  postBytes("/api/get-rate", headers, pairOf(customer));

/** Each customer's held rates. */
export function holdRates(clients: readonly Client[], each: number): Promise<HeldRate[][]> {
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

/**
 * Every customer executes `each` exchanges, one after the other; rates and payloads are ready before the clock starts.
 * @param holders the same customers on the connections that hold the rates, where another process is to execute them
 */
export async function exchangeOften(
  clients: readonly Client[],
  each: number,
  holders: readonly Client[] = clients,
): Promise<Sample> {
  const held = await holdRates(holders, each);
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

const ROUNDS = 5;

/**
 * Exchanges of two servers, each with customers of its own, in five rounds after one that warms up.
 * @param before is told whose turn begins
 */
export async function exchangeInTurn(
  servers: readonly { readonly origin: string }[],
  sessions: readonly (readonly Client["headers"][])[],
  each: number,
  before: (at: 0 | 1) => void = () => undefined,
): Promise<[Sample[], Sample[]]> {
  const exchanges = async (at: 0 | 1): Promise<Sample> => {
    before(at);
    const clients = await connectAll(servers[at]?.origin ?? "", sessions[at] ?? []);
    const sample = await exchangeOften(clients, each);
    for (const { connection } of clients) connection.close();
    return sample;
  };
  for (const at of [0, 1] as const) await exchanges(at);
  const rounds: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of [0, 1] as const) rounds[at].push(await exchanges(at));
  return rounds;
}

export function askRates(clients: readonly Client[], each: number): Promise<Sample> {
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
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: medianOf(latencies),
    p99Ms: quantileOf(latencies, 0.99),
  };
}

/** The value that a share of all values are below. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** The middle one of some values, the upper of two. */
export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);

function median(samples: readonly Sample[]): Sample {
  const middle = samples.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

/** The median round; its ratio is the median of the rounds' own, so that a slow moment of the machine falls on both. */
export function rowOf(name: string, samples: readonly Sample[], bare?: readonly Sample[]): HttpRow {
  const { perSecond, p50Ms, p99Ms } = median(samples);
  const ratios = samples.map(
    ({ perSecond: reached }, round) => reached / (bare?.[round]?.perSecond ?? Number.NaN),
  );
  return {
    name,
    perSecond,
    p50Ms,
    p99Ms,
    ...(bare !== undefined && {
      ratio: medianOf(ratios),
      ratios: [Math.min(...ratios), Math.max(...ratios)],
    }),
  };
}

/** Speed that loses money would be worth nothing. */
export async function expectBooksRight(url: string): Promise<void> {
  const database = await openDatabase(url);
  const { mismatches } = await checkLedger(database.read);
  await database.close();
  if (mismatches.length > 0) throw new Error(`the ledger does not balance: ${JSON.stringify(mismatches)}`);
}

/** Markdown. */
export const tableOf = (rows: readonly HttpRow[]): string =>
  [
    `| ${CUSTOMERS} clients at once | a second | p50 ms | p99 ms | ratio | rounds |`,
    "|---|---:|---:|---:|---:|---:|",
    ...rows.map(
      ({ name, perSecond, p50Ms, p99Ms, ratio, ratios = [] }) =>
        `| ${name} | ${Math.round(perSecond)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio?.toFixed(2) ?? ""} | ${ratios.map((each) => each.toFixed(2)).join("–")} |`,
    ),
  ].join("\n");
