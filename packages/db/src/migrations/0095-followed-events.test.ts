import { CompiledQuery } from "kysely";
import { afterEach, expect, test } from "vitest";
import { followsEvents, insertEvent, listEvents } from "../events.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, executeRequest, seedCurrencies } from "../testing/fixtures.ts";
import { migrate } from "./migrate.ts";

let database: FreshDatabase | undefined;
afterEach(() => database?.close());

test.each(DIALECTS)("who has events goes on with them, without a gap, on %s", async (dialect) => {
  const opened = (database = await freshDatabase(dialect));
  await opened.write(async (tx) => {
    await seedCurrencies(tx);
    await addCustomers(tx, ["anna", "bert"], { BTC: 100_000_000n });
  });
  for (const exchange of [
    exchangeOf("anna", "told"),
    exchangeOf("anna", "not told"),
    exchangeOf("bert", "other"),
  ]) {
    await executeRequest(opened, exchange);
  }
  await opened.write(async (tx) => {
    const event = { id: "first", type: "exchange.completed", data: null, created_at: 0n } as const;
    await insertEvent(tx, "anna", { ...event, subject_id: "transaction-told" });
    for (const statement of [
      "alter table users drop column follows_events",
      "delete from schema_migrations where name = '0095-followed-events'",
    ])
      await tx.executeQuery(CompiledQuery.raw(statement));
  });
  await migrate(opened, 9n);
  const list = (user: string) =>
    listEvents(opened.read, user, { after: 0n, since: 0n, now: 1_000_000_000_000_000n, limit: 10 });
  expect((await list("anna")).map(({ id, seq }) => [id, seq])).toEqual([
    ["first", 1n],
    ["transaction-not told", 2n],
  ]);
  expect(await list("bert")).toEqual([]);
  expect([await followsEvents(opened.read, "anna"), await followsEvents(opened.read, "bert")]).toEqual([
    true,
    false,
  ]);
  const next = {
    id: "next",
    type: "deposit.completed",
    subject_id: "-",
    data: null,
    created_at: 10n,
  } as const;
  await opened.write((tx) => insertEvent(tx, "anna", next));
  expect((await list("anna")).at(-1)).toMatchObject({ id: "next", seq: 3n });
});
