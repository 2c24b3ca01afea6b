import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Reader } from "../database.ts";
import type { Tables } from "../tables.ts";
import { freshDatabase } from "./databases.ts";

/** The statements of some work that reads, which finds nothing. */
async function statementsOf(work: (reader: Reader) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const reader = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void queries.push(query),
  });
  await work(reader as unknown as Reader).catch(() => undefined);
  return queries;
}

/** By which indexes SQLite reads the first statement of some work, or how else; what is no look-up is left as SQLite says it. */
export async function planOf(work: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const database = await freshDatabase("sqlite");
  try {
    const [query] = await statementsOf(work);
    if (query === undefined) throw new Error("nothing was read");
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    const { rows } = await database.write((tx) => tx.executeQuery<{ detail: string }>(explained));
    return rows.map(
      ({ detail }) => /USING (?:COVERING )?(INDEX \S+|PRIMARY KEY)/.exec(detail)?.[1] ?? detail,
    );
  } finally {
    await database.close();
  }
}
