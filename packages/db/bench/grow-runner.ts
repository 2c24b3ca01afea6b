/** Runs statements that fill a database, without what would look at each row. */
import Sqlite from "better-sqlite3";
import pg from "pg";
import type { Dialect } from "../src/database.ts";

/** Runner of statements, on either database. */
interface Runner {
  readonly run: (statement: string) => Promise<void>;
  /** Indexes that no constraint is made of: name and definition. */
  readonly indexes: string;
  readonly all: (query: string) => Promise<readonly { readonly name: string; readonly definition: string }[]>;
  readonly close: () => Promise<void>;
}

async function onPostgres(url: string): Promise<Runner> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Neither foreign keys nor triggers are looked at: the ledger's check says whether all is there.
  await client.query("set session_replication_role = replica");
  await client.query(
    "set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronize_seqscans = off; set synchronous_commit = off",
  );
  return {
    run: async (statement) => void (await client.query(statement)),
    indexes: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where not exists (select from pg_constraint where conindid = indexrelid)
       and indrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`,
    all: async (query) => (await client.query<{ name: string; definition: string }>(query)).rows,
    close: () => client.end(),
  };
}

function onSqlite(url: string): Runner {
  const sqlite = new Sqlite(url.slice("sqlite:".length));
  sqlite.exec("pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -500000");
  return {
    run: async (statement) => void sqlite.exec(statement),
    indexes: "select name, sql as definition from sqlite_master where type = 'index' and sql is not null",
    all: async (query) => sqlite.prepare<[], { name: string; definition: string }>(query).all(),
    close: async () => void sqlite.close(),
  };
}

export const runnerOf = async (dialect: Dialect, url: string): Promise<Runner> =>
  dialect === "sqlite" ? onSqlite(url) : onPostgres(url);

/** Indexes that are made when the rows are there: one that grows by a row at a time takes several times as long. */
export async function withoutIndexes(
  { run, all, indexes }: Runner,
  work: () => Promise<void>,
): Promise<void> {
  const dropped = await all(indexes);
  for (const { name } of dropped) await run(`drop index ${name}`);
  await work();
  for (const { definition } of dropped) await run(definition);
}
