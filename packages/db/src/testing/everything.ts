import { readFileSync } from "node:fs";
import { CompiledQuery } from "kysely";
import type { Database } from "../database.ts";

/** Everything a database has stored, as someone who stole it reads it: SQLite's files byte by byte, PostgreSQL's rows. */
export async function everythingStored(database: Database, url: string): Promise<string> {
  if (database.dialect === "sqlite") {
    const file = url.slice("sqlite:".length);
    return [file, `${file}-wal`].map((name) => readFileSync(name, "latin1")).join("\n");
  }
  return database.write(async (tx) => {
    const { rows: tables } = await tx.executeQuery<{ name: string }>(
      CompiledQuery.raw(
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      ),
    );
    const dump: string[] = [];
    for (const { name } of tables) {
      const { rows } = await tx.executeQuery<{ text: string }>(
        CompiledQuery.raw(`select row_to_json(stored)::text as text from "${name}" stored`),
      );
      dump.push(...rows.map(({ text }) => text));
    }
    return dump.join("\n");
  });
}
