/**
 * Exchanges over HTTP on PostgreSQL: one, two and three processes of the server over one database of its own, and rates held at
 * one process and executed at another, next to the leanest program on the same server in the same run. PostgreSQL writes as
 * it does for an operator: `fsync=on`, `synchronous_commit=on`. Run with `node apps/api/bench/postgres.ts`.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { administer, databaseUrl, startPostgres } from "@wattle/db/testing/postgres-server";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { openLeanPostgres } from "../../../packages/db/bench/lean-postgres.ts";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import {
  addSignedInCustomers,
  connectAll,
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
export async function run(): Promise<readonly HttpRow[]> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  // The server refuses to run as root, so its files are another user's.
  chmodSync(directory, 0o755);
  const postgres = await startPostgres(path.join(directory, "postgres"), {
    settings: ["fsync=on", "full_page_writes=on", "synchronous_commit=on"],
  });
  const servers: ServerProcess[] = [];
  try {
    for (const name of ["bench", "lean"]) await administer(postgres.url, `create database ${name}`);
    const env = {
      DATABASE_URL: databaseUrl(postgres.url, "bench"),
      RATE_LIMIT: "100000000",
      CAPTCHA_PROVIDER: "none",
      DATA_KEYS: TEST_DATA_KEYS,
    };
    const sessions = await addSignedInCustomers(env);
    for (let count = 0; count < PROCESSES; count += 1) servers.push(await startServer(env));
    const rows = await measure(
      servers.map(({ origin }) => origin),
      sessions,
      databaseUrl(postgres.url, "lean"),
    );
    for (const server of servers) await server.stop();
    await expectBooksRight(env.DATABASE_URL);
    return rows;
  } finally {
    for (const server of servers) await server.kill();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  origins: readonly string[],
  sessions: readonly Client["headers"][],
  leanUrl: string,
): Promise<readonly HttpRow[]> {
  /** The customers, shared out among processes, on new connections: one without a request is closed after 15 s. */
  const connect = async (...processes: readonly number[]): Promise<readonly Client[]> => {
    const clients = await Promise.all(
      sessions.map((headers, customer) =>
        connectAll(origins[processes[customer % processes.length] ?? 0] ?? "", [headers]),
      ),
    );
    return clients.flat();
  };
  const exchanges = async (
    each: number,
    executing: readonly number[],
    holding = executing,
  ): Promise<Sample> => {
    const [clients, holders] = [await connect(...executing), await connect(...holding)];
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
