import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect as KyselyDialect,
} from "kysely";
import type { Database, Dialect, Reader } from "../database.ts";
import type { Tables } from "../tables.ts";
import { freshDatabase } from "./databases.ts";

const DRIVERS: Readonly<Record<Dialect, KyselyDialect>> = {
  sqlite: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** The statements of some work that reads, which finds nothing. */
async function statementsOf(
  dialect: Dialect,
  work: (reader: Reader) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const reader = new Kysely<Tables>({
    dialect: DRIVERS[dialect],
    log: ({ query }) => void queries.push(query),
  });
  await work(reader as unknown as Reader).catch(() => undefined);
  return queries;
}

/** The indexes by which PostgreSQL reads the statements of some work, over what is in a database. */
export async function indexesOn(
  database: Database,
  work: (reader: Reader) => Promise<unknown>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { sql, parameters } of await statementsOf("postgres", work)) {
    const explained = CompiledQuery.raw(`explain ${sql}`, [...parameters]);
    const { rows } = await database.write((tx) => tx.executeQuery<{ "QUERY PLAN": string }>(explained));
    lines.push(...rows.map((row) => row["QUERY PLAN"]));
  }
  return lines.flatMap(
    (line) => /Index (?:Only )?Scan (?:Backward )?(?:using|on) (\S+)/.exec(line)?.[1] ?? [],
  );
}

/** How SQLite reads a statement, in its own words. */
async function stepsOf(database: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await database.write((tx) => tx.executeQuery<{ detail: string }>(explained));
  return rows.map(({ detail }) => detail);
}

/** How SQLite reads the statements of some work, over what is in a database. */
export async function stepsOn(
  database: Database,
  work: (reader: Reader) => Promise<unknown>,
): Promise<string[]> {
  const queries = await statementsOf("sqlite", work);
  const steps = await Promise.all(queries.map((query) => stepsOf(database, query)));
  return steps.flat();
}

/**
 * The indexes by which SQLite reads the first statement of some work, or how else. A step that is no look-up stays as
 * SQLite says it.
 */
export async function planOf(work: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const database = await freshDatabase("sqlite");
  try {
    const [query] = await statementsOf("sqlite", work);
    if (query === undefined) throw new Error("nothing was read");
    const steps = await stepsOf(database, query);
    return steps.map((step) => /USING (?:COVERING )?(INDEX \S+|PRIMARY KEY)/.exec(step)?.[1] ?? step);
  } finally {
    await database.close();
  }
}
