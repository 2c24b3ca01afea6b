import type { Dialect } from "../handles/dialect.ts";

/**
 * One step of the schema's history. Once released it is never changed; a new one is appended instead.
 * `statements` gives the SQL for a dialect, run in order in one transaction.
 */
export interface Migration {
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
}

/**
 * Makes `CREATE TABLE` for a dialect from a body whose columns are `text` or `bigint`. On SQLite the table is STRICT (a value of
 * the wrong type is refused, as in PostgreSQL) and WITHOUT ROWID (one tree instead of two, as all look-ups use the primary key).
 */
export function createTable(dialect: Dialect, name: string, body: string): string {
  if (dialect === "postgres") return `create table ${name} (${body})`;
  return `create table ${name} (${body.replaceAll(/\bbigint\b/g, "integer")}) strict, without rowid`;
}

/** A column that is 0 or 1. */
export const flag = (column: string): string => `${column} bigint not null check (${column} in (0, 1))`;

/**
 * A column that numbers rows in the order in which they are written. PostgreSQL does that by itself, and triggers on SQLite see to it.
 */
export const rowNumber = (dialect: Dialect): string =>
  dialect === "postgres" ? "seq bigint generated always as identity" : "seq bigint";

/**
 * An index by which PostgreSQL finds rows whose text contains given letters. Without the extension, and on SQLite, it looks at each
 * row. The extension is installed if the owner of the database may do that.
 */
export function trigramIndex(
  dialect: Dialect,
  { name, table, text, where }: Readonly<Record<"name" | "table" | "text", string>> & { where?: string },
): string[] {
  if (dialect === "sqlite") return [];
  return [
    `do $$ begin
       create extension if not exists pg_trgm;
       create index ${name} on ${table} using gin (${text} gin_trgm_ops)${where === undefined ? "" : ` where ${where}`};
     exception
       when insufficient_privilege or undefined_file or feature_not_supported then null;
     end $$`,
  ];
}
