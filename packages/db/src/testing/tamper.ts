import Sqlite from "better-sqlite3";
import pg from "pg";
import { CompiledQuery } from "kysely";
import type { Database, Dialect, WriteTx } from "../database.ts";

/** Does what no code of ours can: changes rows past keys and triggers. */
export async function tamper(
  database: { readonly dialect: Dialect; readonly url: string },
  statements: readonly string[],
): Promise<void> {
  if (database.dialect === "sqlite") {
    const sqlite = new Sqlite(database.url.slice("sqlite:".length));
    sqlite.pragma("foreign_keys = OFF");
    for (const name of sqlite
      .prepare("select name from sqlite_schema where type = 'trigger'")
      .pluck()
      .all()) {
      sqlite.exec(`drop trigger ${String(name)}`);
    }
    for (const statement of statements) sqlite.exec(statement);
    sqlite.close();
    return;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const UNDONE = new Error("undone");

/** The same in a transaction that is undone at the end. @returns what `look` found before that */
export async function whileTampered<T>(
  database: Database,
  statements: readonly string[],
  look: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const found: T[] = [];
  const undone = await database
    .write(async (tx) => {
      const run = async (statement: string): Promise<readonly { name: string }[]> =>
        (await tx.executeQuery<{ name: string }>(CompiledQuery.raw(statement))).rows;
      if (database.dialect === "sqlite") {
        await run("pragma defer_foreign_keys = on");
        for (const { name } of await run("select name from sqlite_schema where type = 'trigger'"))
          await run(`drop trigger ${name}`);
      } else await run("set local session_replication_role = replica");
      for (const statement of statements) await run(statement);
      found.push(await look(tx));
      throw UNDONE;
    })
    .catch((error: unknown) => error);
  if (undone !== UNDONE) throw undone;
  return found[0] as T;
}

/** Changes rows past triggers, which hold again afterwards. */
export async function changePastTriggers(database: Database, statements: readonly string[]): Promise<void> {
  await database.write(async (tx) => {
    const run = async <R>(statement: string): Promise<readonly R[]> =>
      (await tx.executeQuery<R>(CompiledQuery.raw(statement))).rows;
    if (database.dialect === "postgres") {
      for (const statement of ["set local session_replication_role = replica", ...statements])
        await run(statement);
      return;
    }
    const triggers = await run<{ name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'trigger'",
    );
    for (const { name } of triggers) await run(`drop trigger ${name}`);
    for (const statement of statements) await run(statement);
    for (const { sql } of triggers) await run(sql);
  });
}

/** Runs a statement as the program's own role, with all triggers. @returns its rows */
export const runAsProgram = <R>(database: Database, statement: string): Promise<readonly R[]> =>
  database.write(async (tx) => (await tx.executeQuery<R>(CompiledQuery.raw(statement))).rows);
