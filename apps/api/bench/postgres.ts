/**
 * Exchanges over HTTP on PostgreSQL: one, two and three processes of the server over one database of its own, and rates held at
 * one process and executed at another, next to the leanest program on the same server in the same run. PostgreSQL writes as
 * it does for an operator: `fsync=on`, `synchronous_commit=on`. Run with `node apps/api/bench/postgres.ts`.
 */
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { openLeanPostgres } from "../../../packages/db/bench/lean-postgres.ts";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import { withDurablePostgres, type DurablePostgres } from "./durable-postgres.ts";
import {
  addSignedInCustomers,
  connectAcross,
  exchangeOften,
  expectBooksRight,
  rowOf,
  tableOf,
  type Client,
  type HttpRow,
  type Sample,
} from "./load.ts";

const ROUNDS = 3;
const EXCHANGES_EACH = 40;
const WARM_UP_EACH = 60;
const PROCESSES = 3;

/** Medians of three rounds, each contestant taking its turn in every round. Takes about two minutes. */
export const run = (): Promise<readonly HttpRow[]> => withDurablePostgres(runOn);

async function runOn({ url }: DurablePostgres): Promise<readonly HttpRow[]> {
  const servers: ServerProcess[] = [];
  try {
    for (const name of ["bench", "lean"]) await administer(url, `create database ${name}`);
    const env = {
      DATABASE_URL: databaseUrl(url, "bench"),
      RATE_LIMIT: "100000000",
      ACCOUNT_SHARE: "100",
      CAPTCHA_PROVIDER: "none",
      DATA_KEYS: TEST_DATA_KEYS,
    };
    const sessions = await addSignedInCustomers(env);
    for (let count = 0; count < PROCESSES; count += 1) servers.push(await startServer(env));
    const rows = await measure(
      servers.map(({ origin }) => origin),
      sessions,
      databaseUrl(url, "lean"),
    );
    for (const server of servers) await server.stop();
    await expectBooksRight(env.DATABASE_URL);
    return rows;
  } finally {
    for (const server of servers) await server.kill();
  }
}

async function measure(
  origins: readonly string[],
  sessions: readonly Client["headers"][],
  leanUrl: string,
): Promise<readonly HttpRow[]> {
  /** On new connections: one without a request is closed after 15 s. */
  const connect = (processes: readonly number[]): Promise<readonly Client[]> =>
    connectAcross(
      processes.map((process) => origins[process] ?? ""),
      sessions,
    );
  const exchanges = async (
    each: number,
    executing: readonly number[],
    holding = executing,
  ): Promise<Sample> => {
    const [clients, holders] = [await connect(executing), await connect(holding)];
    try {
      return await exchangeOften(clients, each, holders);
    } finally {
      for (const { connection } of [...clients, ...holders]) connection.close();
    }
  };
  const lean = await openLeanPostgres(leanUrl);
  try {
    const contestants: Readonly<Record<string, () => Promise<Sample>>> = {
      "the leanest exchange, 16 connections": () => lean.measure(),
      "exchanges through HTTP, one process": () => exchanges(EXCHANGES_EACH, [0]),
      "exchanges through HTTP, rates held at another process": () => exchanges(EXCHANGES_EACH, [1], [0]),
      "exchanges through HTTP, two processes": () => exchanges(EXCHANGES_EACH, [0, 1]),
      "exchanges through HTTP, three processes": () => exchanges(EXCHANGES_EACH, [0, 1, 2]),
    };
    for (const process of origins.keys()) await exchanges(WARM_UP_EACH, [process]);
    const rounds = new Map<string, Sample[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, contestant] of Object.entries(contestants)) {
        rounds.set(name, [...(rounds.get(name) ?? []), await contestant()]);
      }
    }
    const [leanest, ...products] = [...rounds];
    if (leanest === undefined) throw new Error("nothing was measured");
    return [rowOf(...leanest), ...products.map(([name, samples]) => rowOf(name, samples, leanest[1]))];
  } finally {
    await lean.close();
  }
}

if (import.meta.main) console.log(tableOf(await run()));
