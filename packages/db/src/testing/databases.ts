import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase, type Database, type Dialect } from "../database.ts";
import { databaseUrl, TEMPLATE } from "./postgres-server.ts";

/** Both databases, to loop a suite over: `describe.each(DIALECTS)("… on %s", (dialect) => …)`. */
export const DIALECTS: readonly Dialect[] = ["sqlite", "postgres"];

export interface FreshDatabase extends Database {
  /** Opens the same database again: for a second process, or after a crash. */
  readonly url: string;
}

/** A database that others are copies of, next to the empty one. */
interface Template {
  readonly name: string;
  /** Fills it, once in a run of tests. */
  readonly fill: (url: string) => Promise<void>;
}

/** An empty, migrated database of its own. Closing it deletes it, so close it in `afterAll` or `afterEach`. */
export const freshDatabase = (dialect: Dialect): Promise<FreshDatabase> => copyOf(dialect, "");

/** A database of its own that is filled as a template says, in the time that a copy takes. Closing it deletes it. */
export async function filledDatabase(dialect: Dialect, template: Template): Promise<FreshDatabase> {
  const made = join(inject("databaseDirectory"), `${template.name}-${dialect}`);
  // Tests run in several processes: the first makes it, and others wait until it is there, or make it if the first
  // could not.
  while (!existsSync(join(made, "done"))) {
    if (mkdirSync(made, { recursive: true }) === undefined) await setTimeout(20);
    else await makeTemplate(dialect, template, made);
  }
  return copyOf(dialect, `_${template.name}`);
}

async function makeTemplate(dialect: Dialect, { name, fill }: Template, made: string): Promise<void> {
  const template = await copyOf(dialect, "", `_${name}`);
  try {
    await fill(template.url);
    await template.release();
    writeFileSync(join(made, "done"), "");
  } catch (error) {
    await template.close();
    rmSync(made, { recursive: true });
    throw error;
  }
}

interface Copy extends FreshDatabase {
  /** Closes it, and leaves it where it is. */
  readonly release: () => Promise<void>;
}

/** @param of the template's name after that of the empty one, and `as` the copy's, if it has no random one */
const copyOf = (dialect: Dialect, of: string, as = `_${randomBytes(6).toString("hex")}`): Promise<Copy> =>
  dialect === "sqlite" ? copyOfSqlite(of, as) : copyOfPostgres(of, as);

async function copyOfSqlite(of: string, as: string): Promise<Copy> {
  const file = (name: string): string => join(inject("databaseDirectory"), `${TEMPLATE}${name}.db`);
  copyFileSync(file(of), file(as));
  const url = `sqlite:${file(as)}`;
  return withCleanUp(await openDatabase(url), url, async () => {
    for (const end of ["", "-wal", "-shm"]) rmSync(file(as) + end, { force: true });
  });
}

/** One for all databases of a process, since each connection takes as long as a third of a copy. */
let administrator: Promise<pg.Client> | undefined;

async function connectAdministrator(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  // It stays open until the process ends, and the server may be gone before it.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function copyOfPostgres(of: string, as: string): Promise<Copy> {
  const server = inject("postgresUrl");
  const template = inject("postgresTemplate");
  const name = `${template}${as}`;
  administrator ??= connectAdministrator(server);
  const administrating = await administrator;
  // Takes half as long as by way of the write-ahead log.
  await administrating.query(`create database ${name} template ${template}${of} strategy file_copy`);
  const url = databaseUrl(server, name);
  return withCleanUp(await openDatabase(url), url, async () => {
    await administrating.query(`drop database ${name} with (force)`);
  });
}

function withCleanUp(database: Database, url: string, cleanUp: () => Promise<void>): Copy {
  return {
    ...database,
    url,
    release: database.close,
    close: async () => {
      await database.close();
      await cleanUp();
    },
  };
}
