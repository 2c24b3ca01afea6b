import { readFileSync } from "node:fs";
import { CompiledQuery } from "kysely";
import type { Database } from "../database.ts";
import { COLUMNS_OF } from "./columns.ts";

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

/** The rows of each table, as text. */
export async function rowsOfTables(database: Database): Promise<ReadonlyMap<string, string>> {
  return database.write(async (tx) => {
    const { rows: columns } = await tx.executeQuery<{ t: string }>(
      CompiledQuery.raw(COLUMNS_OF[database.dialect]),
    );
    const tables = new Map<string, string>();
    for (const table of new Set(columns.map(({ t }) => t))) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`select * from ${table}`));
      const textOf = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
      tables.set(table, JSON.stringify(rows, textOf));
    }
    return tables;
  });
}
