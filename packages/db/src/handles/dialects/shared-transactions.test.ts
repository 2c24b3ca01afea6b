import { CompiledQuery, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "../../accounts.ts";
import { isDatabaseAway, type WriteTx } from "../../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../../testing/databases.ts";
import { customer } from "../../testing/fixtures.ts";
import { commandStatement, readStatement, writeStatement } from "../statement.ts";
import { SharedTransactions } from "./shared-transactions.ts";

/** More than there are connections, so that some wait. */
const CUSTOMERS = Array.from({ length: 24 }, (_, place) => `customer-${String(place).padStart(2, "0")}`);

const rename = writeStatement<{ id: string; name: string }, { first_name: string }>(
  "test_shared_rename",
  (db, parameter) =>
    db
      .updateTable("users")
      .set({ first_name: parameter("name") })
      .where("id", "=", parameter("id"))
      .returning("first_name"),
);
const nameOf = readStatement<{ id: string }, { first_name: string }>("test_shared_name", (db, parameter) =>
  db.selectFrom("users").select("first_name").where("id", "=", parameter("id")),
);
const countEvents = commandStatement<{ id: string; count: bigint }>("test_shared_count", (db, parameter) =>
  db.insertInto("event_counts").values({ user_id: parameter("id"), last_seq: parameter("count") }),
);

describe.each(DIALECTS)("works for different customers at once on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const id of CUSTOMERS) await insertUser(tx, customer(id));
    });
  });
  afterAll(() => database.close());

  const forEach = <T>(work: (tx: WriteTx, id: string) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(CUSTOMERS.map((whose) => database.write((tx) => work(tx, whose), { whose })));
  const names = async (): Promise<string[]> => {
    const rows = await Promise.all(CUSTOMERS.map((id) => database.read.run(nameOf, { id })));
    return rows.map(([row]) => row?.first_name ?? "");
  };

  test("are all kept, each with its own result", async () => {
    const results = await forEach(async (tx, id) => {
      const [row] = await tx.run(rename, { id, name: `kept ${id}` });
      return row?.first_name;
    });
    expect(results).toEqual(CUSTOMERS.map((id) => ({ status: "fulfilled", value: `kept ${id}` })));
    expect(await names()).toEqual(CUSTOMERS.map((id) => `kept ${id}`));
  });

  test.each<{ description: string; fail: (tx: WriteTx, id: string) => Promise<void> }>([
    {
      description: "throws",
      fail: () => Promise.reject(new Error("refused")),
    },
    {
      description: "adds a statement that the database refuses",
      fail: async (tx, id) => {
        tx.later(countEvents, { id: `missing ${id}`, count: 1n });
        if (dialect === "postgres") return;
        throw new Error("refused");
      },
    },
  ])("one that $description fails alone", async ({ fail }) => {
    const isBad = (id: string): boolean => id.endsWith("3");
    const results = await forEach(async (tx, id) => {
      await tx.run(rename, { id, name: `tried ${id}` });
      if (isBad(id)) await fail(tx, id);
    });
    expect(results.map(({ status }) => status)).toEqual(
      CUSTOMERS.map((id) => (isBad(id) ? "rejected" : "fulfilled")),
    );
    expect(await names()).toEqual(CUSTOMERS.map((id) => (isBad(id) ? `kept ${id}` : `tried ${id}`)));
    await forEach((tx, id) => tx.run(rename, { id, name: `kept ${id}` }));
  });

  test("one that asks twice is whole, also where it takes a refusal for an answer", async () => {
    const results = await forEach(async (tx, id) => {
      await tx.run(rename, { id, name: `once ${id}` });
      if (id.endsWith("5")) await tx.run(rename, { id, name: `twice ${id}` }).catch(() => undefined);
    });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    expect(await names()).toEqual(CUSTOMERS.map((id) => `${id.endsWith("5") ? "twice" : "once"} ${id}`));
  });

  test("cannot write within themselves", async () => {
    const results = await forEach(async () => database.write(() => Promise.resolve()));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  });
});

describe("on PostgreSQL", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    await database.write(async (tx) => {
      for (const id of CUSTOMERS) await insertUser(tx, customer(id));
    });
  });
  afterAll(() => database.close());

  const raw = async (tx: WriteTx, text: string): Promise<unknown> => {
    const { rows } = await tx.executeQuery<{ value: unknown }>(CompiledQuery.raw(text));
    return rows[0]?.value;
  };
  const TRANSACTION = "select pg_current_xact_id()::text as value";
  const transactions = (whose: readonly string[]): Promise<unknown[]> =>
    Promise.all(whose.map((one) => database.write((tx) => raw(tx, TRANSACTION), { whose: one })));

  test("four share a transaction, those for one customer never", async () => {
    const shared = await transactions(CUSTOMERS);
    const counts = shared.map((one) => shared.filter((other) => other === one).length);
    expect(Math.max(...counts)).toBe(4);
    const own = await transactions(CUSTOMERS.map(() => "the same"));
    expect(new Set(own).size).toBe(CUSTOMERS.length);
  });

  test("one that asked twice has transactions of its own for a while", async () => {
    const [whose = "", ...others] = CUSTOMERS;
    const asksTwice = async (tx: WriteTx): Promise<void> => {
      for (let count = 0; count < 2; count++) await raw(tx, TRANSACTION);
    };
    await Promise.all([database.write(asksTwice, { whose }), transactions(others)]);
    const [own, ...rest] = await transactions(CUSTOMERS);
    expect(rest).not.toContain(own);
  });

  const endConnection = commandStatement<{ id: string }>("test_shared_end", (db, parameter) =>
    db
      .updateTable("users")
      .set({ first_name: sql`pg_terminate_backend(pg_backend_pid())::text` })
      .where("id", "=", parameter("id")),
  );

  test("of a connection that is lost by the commit none runs again", async () => {
    // The first has just asked twice.
    const customers = CUSTOMERS.slice(1);
    const runs: string[] = [];
    const results = await Promise.allSettled(
      customers.map((whose, place) =>
        database.write(
          async (tx) => {
            runs.push(whose);
            await raw(tx, TRANSACTION);
            if (place === 0) tx.later(endConnection, { id: whose });
          },
          { whose },
        ),
      ),
    );
    const lost = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    expect(results.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(lost.map(isDatabaseAway)).toEqual(Array(4).fill(true));
    expect(runs.toSorted()).toEqual(customers);
  });
});

describe("where a connection cannot be had", () => {
  test("its own work says so; where that is done, another looks for its own", async () => {
    const connections: PromiseWithResolvers<pg.PoolClient>[] = [];
    const connect = (): Promise<pg.PoolClient> => {
      const asked = Promise.withResolvers<pg.PoolClient>();
      connections.push(asked);
      return asked.promise;
    };
    const shared = new SharedTransactions({ connect } as unknown as pg.Pool);
    const work = (result: string) => shared.write(() => Promise.resolve(result), "one customer");
    const [first, second, third] = [work("first"), work("second"), work("third")];
    connections[1]?.resolve({ release: () => {} } as pg.PoolClient);
    expect(await first).toEqual({ result: "first" });
    connections[0]?.reject(new Error("timeout expired"));
    expect(await second).toBeUndefined();
    connections[2]?.reject(new Error("timeout expired"));
    await expect(third).rejects.toThrow("timeout expired");
  });
});
