import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findUserById, insertUser } from "../accounts.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { customer } from "../testing/fixtures.ts";
import { CompiledQuery } from "kysely";
import { operations } from "./0042-operations.ts";

describe.each(DIALECTS)("demo accounts on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());

  test("those of an earlier version are marked, and no others", async () => {
    const emails = { demo: "operator@demo.test", real: "mary@example.com", like: "demo.test@example.com" };
    const mark = operations.statements(dialect).find((statement) => statement.startsWith("update users"));
    await database.write(async (tx) => {
      for (const [id, email] of Object.entries(emails)) await insertUser(tx, customer(id, { email }));
      await tx.executeQuery(CompiledQuery.raw(mark ?? ""));
    });
    const marked = await Promise.all(
      Object.keys(emails).map(async (id) => (await findUserById(database.read, id))?.is_demo),
    );
    expect(marked).toEqual([1n, 0n, 0n]);
  });
});
