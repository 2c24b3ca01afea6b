import type { Dialect } from "../handles/dialect.ts";
import type { WriteTx } from "../handles/handles.ts";

/**
 * One step of the schema's history. Once released it is never changed; a new one is appended instead.
 * `statements` gives the SQL for a dialect, run in order in one transaction; `rewrite` changes rows in the same one, where
 * SQL alone could not. `now` is in milliseconds since 1970.
 */
export interface Migration {
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
  readonly rewrite?: (tx: WriteTx, now: bigint) => Promise<void>;
}

/**
 * Makes `CREATE TABLE` for a dialect from a body whose columns are `text` or `bigint`. On SQLite the table is
 * STRICT (a value of the wrong type is refused, as in PostgreSQL) and, where it has a primary key of its own
 * that all look-ups use, WITHOUT ROWID (one tree instead of two).
 */
export function createTable(dialect: Dialect, name: string, body: string): string {
  if (dialect === "postgres") return `create table ${name} (${body})`;
  return `create table ${name} (${body.replaceAll(/\bbigint\b/g, "integer")}) strict, without rowid`;
}

/** Triggers that refuse UPDATE and DELETE on a table. In PostgreSQL `refuseTruncate` goes with them. */
export function appendOnly(dialect: Dialect, table: string): string[] {
  if (dialect === "postgres") {
    return [
      `create trigger ${table}_append_only before update or delete on ${table}
       for each row execute function refuse_change()`,
    ];
  }
  return ["update", "delete"].map(
    (change) =>
      `create trigger ${table}_no_${change} before ${change} on ${table}
       begin select raise(abort, '${table} is append-only'); end`,
  );
}

/**
 * A trigger that refuses TRUNCATE on an append-only table, also when it is reached by way of another table (CASCADE).
 * SQLite has no such statement.
 */
export function refuseTruncate(dialect: Dialect, table: string): string[] {
  if (dialect === "sqlite") return [];
  return [
    `create trigger ${table}_no_truncate before truncate on ${table}
     for each statement execute function refuse_change()`,
  ];
}

/** The function behind PostgreSQL's append-only triggers; created once, before the first of them. */
export function appendOnlyFunction(dialect: Dialect): string[] {
  if (dialect === "sqlite") return [];
  return [
    `create function refuse_change() returns trigger language plpgsql as $$
     begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$`,
  ];
}
