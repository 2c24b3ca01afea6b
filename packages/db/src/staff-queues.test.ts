import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import type { Reader } from "./database.ts";
import { lastClose } from "./reconciliations.ts";
import { countSentIdentities } from "./staff-queues.ts";
import type { Tables } from "./tables.ts";
import { freshDatabase } from "./testing/databases.ts";

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

test.each([
  ["whose identity waits", countSentIdentities, ["INDEX users_pending", "PRIMARY KEY"]],
  ["the last day that was closed", lastClose, ["INDEX reconciliations_last_day"]],
])("%s is read by an index, however often desks ask", async (_case, work, indexes) => {
  const database = await freshDatabase("sqlite");
  try {
    const [query] = await statementsOf(work);
    if (query === undefined) throw new Error("nothing was read");
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    const { rows } = await database.write((tx) => tx.executeQuery<{ detail: string }>(explained));
    expect(
      rows.map(({ detail }) => /USING (?:COVERING )?(INDEX \S+|PRIMARY KEY)/.exec(detail)?.[1] ?? detail),
    ).toEqual(indexes);
  } finally {
    await database.close();
  }
});
