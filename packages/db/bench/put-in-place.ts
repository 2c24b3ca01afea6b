import Sqlite from "better-sqlite3";
import { administer } from "../src/testing/postgres-server.ts";

/** Runs statements past the triggers and foreign keys of either database. @param url of the database */
export async function putInPlace(url: string, statements: readonly string[]): Promise<void> {
  if (!url.startsWith("sqlite:")) {
    await administer(url, ["set session_replication_role = replica", ...statements].join(";"));
    return;
  }
  const sqlite = new Sqlite(url.slice("sqlite:".length));
  try {
    sqlite.pragma("foreign_keys = off");
    const triggers = sqlite
      .prepare<[], { name: string; sql: string }>(
        "select name, sql from sqlite_master where type = 'trigger'",
      )
      .all();
    const dropped = triggers.map(({ name }) => `drop trigger ${name}`);
    sqlite.exec(
      ["begin", ...dropped, ...statements, ...triggers.map(({ sql }) => sql), "commit"].join(";\n"),
    );
  } finally {
    sqlite.close();
  }
}
