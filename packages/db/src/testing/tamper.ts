import Sqlite from "better-sqlite3";
import pg from "pg";
import type { Dialect } from "../database.ts";

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
