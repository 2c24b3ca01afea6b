import { randomBytes } from "node:crypto";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { openDatabase, type Database, type Dialect } from "../database.ts";
import { administer, databaseUrl, TEMPLATE } from "./postgres-server.ts";

/** Both databases, to loop a suite over: `describe.each(DIALECTS)("… on %s", (dialect) => …)`. */
export const DIALECTS: readonly Dialect[] = ["sqlite", "postgres"];

export interface FreshDatabase extends Database {
  /** Opens the same database again: for a second process, or after a crash. */
  readonly url: string;
}

/**
 * An empty, migrated database of its own. Closing it deletes it, so close it in `afterAll` or `afterEach`.
 */
export async function freshDatabase(dialect: Dialect): Promise<FreshDatabase> {
  const suffix = randomBytes(6).toString("hex");
  return dialect === "sqlite" ? freshSqlite(suffix) : freshPostgres(suffix);
}

async function freshSqlite(suffix: string): Promise<FreshDatabase> {
  const directory = inject("databaseDirectory");
  const path = join(directory, `${suffix}.db`);
  copyFileSync(join(directory, TEMPLATE), path);
  const database = await openDatabase(`sqlite:${path}`);
  return withCleanUp(database, `sqlite:${path}`, async () => {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  });
}

async function freshPostgres(suffix: string): Promise<FreshDatabase> {
  const server = inject("postgresUrl");
  const template = inject("postgresTemplate");
  const name = `${template}_${suffix}`;
  // Takes half as long as by way of the write-ahead log.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(server, name);
  return withCleanUp(await openDatabase(url), url, async () => {
    await administer(server, `drop database ${name} with (force)`);
  });
}

function withCleanUp(database: Database, url: string, cleanUp: () => Promise<void>): FreshDatabase {
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await cleanUp();
    },
  };
}
