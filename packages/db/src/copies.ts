/** Copies of a whole database: made while it is in use, put back into an empty one, opened on the side. */
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { sqlitePath } from "./database.ts";

/** The name of a copy's file within a backup: which program reads it. */
export const copyNameOf = (url: string): string =>
  sqlitePath(url) === undefined ? "database.dump" : "database.sqlite";

/** Parameters of ours in a url that PostgreSQL's own programs do not know. */
const OWN_PARAMETERS = ["statement_timeout", "lock_timeout", "query_timeout"].concat(
  "idle_in_transaction_session_timeout",
);

/** Prefix of error messages by PostgreSQL's programs. */
const PROGRAM_NAME = /^pg_\w+: (?:error: )?/;

async function runProgram(program: string, words: readonly string[]): Promise<void> {
  const said: string[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.on("data", (chunk: Buffer) => void said.push(chunk.toString()));
    child.once("error", (cause) =>
      reject(
        new Error(`${program} is not here: install PostgreSQL's client, as new as the server`, { cause }),
      ),
    );
    child.once("close", resolve);
  });
  if (code === 0) return;
  const [line = `it ended with ${code}`] = said
    .join("")
    .split("\n")
    .filter((each) => PROGRAM_NAME.test(each));
  throw new Error(`${program}: ${line.replace(PROGRAM_NAME, "")}`);
}

/** The major version of this machine's `pg_dump`, which must be as new as the server; undefined if there is none. */
export async function readDumpVersion(): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)("pg_dump", ["--version"]);
    return Number.parseInt(/\d+/.exec(stdout)?.[0] ?? "", 10);
  } catch {
    return undefined;
  }
}

/** Runs one of PostgreSQL's programs on a database. The password goes through a file of ours: other users see a process's words. */
async function runOnPostgres(program: string, url: string, words: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wattle-pass-"));
  try {
    const address = new URL(url);
    for (const name of OWN_PARAMETERS) address.searchParams.delete(name);
    const passfile = path.join(folder, "pass");
    const password = decodeURIComponent(address.password).replaceAll(/[\\:]/g, String.raw`\$&`);
    await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
    address.password = "";
    address.searchParams.set("passfile", passfile);
    await runProgram(program, [...words, `--dbname=${address.href}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a database into a new file as it is at one moment, while programs go on writing.
 * @throws Error if it cannot be, in one line
 */
export async function copyDatabase(url: string, file: string): Promise<void> {
  const source = sqlitePath(url);
  if (source === undefined)
    return runOnPostgres("pg_dump", url, [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      `--file=${file}`,
    ]);
  const database = new Sqlite(source, { readonly: true, fileMustExist: true });
  try {
    // One reading transaction: the online backup begins again whenever another process writes.
    database.prepare("vacuum into ?").run(file);
  } finally {
    database.close();
  }
}

/** Puts a copy into a database without any table. A file of SQLite must not exist yet. */
export async function putCopyBack(file: string, url: string): Promise<void> {
  const target = sqlitePath(url);
  if (target === undefined)
    return runOnPostgres(
      "pg_restore",
      url,
      ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"].concat(file),
    );
  await copyFile(file, target);
}

async function askPostgres<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Whether a PostgreSQL database has no table yet. */
export async function isWithoutTables(url: string): Promise<boolean> {
  const tables = await askPostgres(url, "select 1 from pg_tables where schemaname = 'public' limit 1");
  return tables.length === 0;
}

/** The role that a copy would be opened with may not create databases. */
export class NoRightToCreateError extends Error {
  override readonly name = "NoRightToCreateError";
  readonly role: string;

  constructor(role: string, cause: unknown) {
    super(`the role ${role} may not create databases`, { cause });
    this.role = role;
  }
}

async function createOnTheSide(name: string, url: string): Promise<void> {
  try {
    await askPostgres(url, `create database ${name} template template0`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "42501") throw error;
    const [row] = await askPostgres<{ role: string }>(url, "select current_user as role");
    throw new NoRightToCreateError(row?.role ?? "", error);
  }
}

/** A copy that is opened on the side. */
export interface OpenedCopy {
  readonly url: string;
  /** Removes it again. */
  readonly remove: () => Promise<void>;
}

/**
 * Puts a copy where it can be opened and changed without touching anything else: into a temporary file, or into a database of its own
 * on the server of `url`.
 * @throws NoRightToCreateError if its role may not make one
 */
export async function openCopy(file: string, url: string): Promise<OpenedCopy> {
  if (sqlitePath(url) !== undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), "wattle-copy-"));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const copy = `sqlite:${path.join(folder, "copy.db")}`;
    return putCopyBack(file, copy).then(() => ({ url: copy, remove }), thenFail(remove));
  }
  const name = `wattle_check_${randomUUID().replaceAll("-", "")}`;
  const address = new URL(url);
  address.pathname = `/${name}`;
  await createOnTheSide(name, url);
  const remove = async (): Promise<void> => {
    await askPostgres(url, `drop database if exists ${name} with (force)`);
  };
  return putCopyBack(file, address.href).then(() => ({ url: address.href, remove }), thenFail(remove));
}

const thenFail =
  (remove: () => Promise<void>) =>
  async (error: unknown): Promise<never> => {
    await remove();
    throw error;
  };
