/**
 * One, two and three processes over one PostgreSQL, each asked by a third of 64 customers at once: exchanges a second, and what one
 * costs of each processor, of the log of writes and of the disk. All of it runs on this machine, load and database too.
 */
import { addManyCustomers } from "@wattle/db/testing/many-customers";
import { administer } from "@wattle/db/testing/postgres-server";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import { withDurablePostgres, type DurablePostgres } from "./durable-postgres.ts";
import {
  addSignedInCustomers,
  connectAcross,
  CUSTOMERS,
  exchangeOften,
  type Client,
  type Sample,
} from "./load.ts";
import { pidsOf, processorOf } from "./processor-time.ts";

const MOST_PROCESSES = 3;
const WARM_UP_EACH = 10;
const EXCHANGES_EACH = 20;
/** Entries that are sealed at once, to see how fast that goes. */
const SEALED = 20_000;

/** Results with a number of processes. */
export interface ProcessesRow extends Sample {
  readonly processes: number;
  /** Milliseconds of processor time for one exchange and the rate that it was held at. */
  readonly serverMs: number;
  readonly databaseMs: number;
  /** Bytes in the log of writes, for one exchange. */
  readonly walBytes: number;
}

export interface ProcessesBench {
  readonly rows: readonly ProcessesRow[];
  /** Bytes in the database's files, for one exchange. */
  readonly bytesKept: number;
  /** Entries that one process seals in a second. */
  readonly sealedPerSecond: number;
}

async function numberOf(url: string, expression: string): Promise<number> {
  const { rows } = await administer(url, `select (${expression})::text as value`);
  return Number((rows as readonly { value: string }[])[0]?.value);
}

const walAt = (url: string): Promise<number> => numberOf(url, "pg_current_wal_lsn() - '0/0'::pg_lsn");
const sizeOf = (url: string): Promise<number> => numberOf(url, "pg_database_size(current_database())");

const started: ServerProcess[] = [];

/** A server that does not outlive the bench. */
async function start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer(env);
  started.push(server);
  return server;
}

async function exchangeThrough(
  servers: readonly ServerProcess[],
  customers: readonly Client["headers"][],
  each: number,
): Promise<Sample> {
  const clients = await connectAcross(
    servers.map(({ origin }) => origin),
    customers,
  );
  const sample = await exchangeOften(clients, each);
  for (const { connection } of clients) connection.close();
  return sample;
}

async function sealingSpeed(url: string): Promise<number> {
  await addManyCustomers({ dialect: "postgres", url }, SEALED);
  const newest = "select max(last_seq) from book_seals where book = 'ledger'";
  const server = await start({ DATABASE_URL: url });
  const [began, from] = [performance.now(), await numberOf(url, newest)];
  const last = await numberOf(url, "select max(seq) from ledger_entries");
  let reached = from;
  while (reached < last) reached = await numberOf(url, newest);
  const seconds = (performance.now() - began) / 1000;
  await server.stop();
  return (last - from) / seconds;
}

/** Takes about a minute. */
export const run = (): Promise<ProcessesBench> => withDurablePostgres(runOn);

async function runOn({ url, folder }: DurablePostgres): Promise<ProcessesBench> {
  try {
    const env = { DATABASE_URL: url, DATA_KEYS: TEST_DATA_KEYS };
    const servers = [await start(env)];
    const customers = await addSignedInCustomers({ ...env, CAPTCHA_PROVIDER: "none" });
    const rows: ProcessesRow[] = [];
    const [sizeBefore, exchanges] = [await sizeOf(url), CUSTOMERS * (EXCHANGES_EACH + WARM_UP_EACH)];
    for (let processes = 1; processes <= MOST_PROCESSES; processes += 1) {
      if (servers.length < processes) servers.push(await start(env));
      await exchangeThrough(servers, customers, WARM_UP_EACH);
      const pids = servers.map(({ pid }) => pid);
      const before = [processorOf(pids), processorOf(pidsOf(folder)), await walAt(url)] as const;
      const sample = await exchangeThrough(servers, customers, EXCHANGES_EACH);
      const after = [processorOf(pids), processorOf(pidsOf(folder)), await walAt(url)] as const;
      const count = CUSTOMERS * EXCHANGES_EACH;
      rows.push({
        ...sample,
        processes,
        serverMs: (after[0] - before[0]) / count,
        databaseMs: (after[1] - before[1]) / count,
        walBytes: (after[2] - before[2]) / count,
      });
    }
    const bytesKept = ((await sizeOf(url)) - sizeBefore) / (exchanges * MOST_PROCESSES);
    for (const server of servers) await server.stop();
    return { rows, bytesKept, sealedPerSecond: await sealingSpeed(url) };
  } finally {
    await Promise.all(started.map((server) => server.kill()));
  }
}
