import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findUserById, insertUser } from "../../accounts.ts";
import { isDatabaseAway, openDatabase } from "../../database.ts";
import { freshDatabase, type FreshDatabase } from "../../testing/databases.ts";
import { customer } from "../../testing/fixtures.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase("sqlite");
});
afterAll(() => database.close());

test("units of work that wait together share one commit and are answered only after it", async () => {
  const events: string[] = [];
  const write = async (n: number): Promise<void> => {
    await database.write(async (tx) => {
      await insertUser(tx, customer(`shared-${n}`));
      // The earlier units of work have run, and yet nothing of them is committed.
      expect(await findUserById(tx, "shared-0")).toBeDefined();
      expect(await findUserById(database.read, "shared-0")).toBeUndefined();
      events.push(`ran ${n}`);
    });
    events.push(`answered ${n}`);
  };
  await Promise.all([0, 1, 2].map(write));
  expect(events).toEqual(["ran 0", "ran 1", "ran 2", "answered 0", "answered 1", "answered 2"]);
});

test("what undoes a work is kept in memory, and in a file where the work may be large", async () => {
  const places = (patient: boolean): Promise<unknown> =>
    database.write(async (tx) => (await tx.executeQuery(CompiledQuery.raw("pragma temp_store"))).rows, {
      patient,
    });
  const [file, memory] = [[{ temp_store: 1n }], [{ temp_store: 2n }]];
  expect([await places(true), await places(false), await places(true)]).toEqual([file, memory, file]);
  expect(await Promise.all([places(false), places(true)])).toEqual([file, file]);
});

test("at most 64 units of work share a commit", async () => {
  const uncommitted = await Promise.all(
    Array.from({ length: 130 }, (_, n) =>
      database.write(async (tx) => {
        await insertUser(tx, customer(`many-${n}`));
        const seen = await database.read
          .selectFrom("users")
          .select("id")
          .where("id", "like", "many-%")
          .execute();
        return seen.length;
      }),
    ),
  );
  expect(new Set(uncommitted)).toEqual(new Set([0, 64, 128]));
});

test("a commit that fails rejects every work in it, and the lane goes on", async () => {
  const settled = await Promise.allSettled([
    database.write((tx) => insertUser(tx, customer("before-failure"))),
    database.write(async (tx) => {
      // A foreign key that is only looked at by COMMIT.
      await tx.executeQuery(CompiledQuery.raw("pragma defer_foreign_keys = on"));
      await insertUser(tx, customer("dangling", { referred_by: "no-one" }));
    }),
    database.write(async () => {
      throw new Error("its own");
    }),
  ]);
  for (const outcome of settled) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "SQLITE_CONSTRAINT_FOREIGNKEY" } });
  }
  expect(await findUserById(database.read, "before-failure")).toBeUndefined();
  await database.write((tx) => insertUser(tx, customer("after-failure")));
  expect(await findUserById(database.read, "after-failure")).toBeDefined();
});

test("a full disk acknowledges nothing that it does not keep", async () => {
  const limit = async (pages: number): Promise<void> => {
    await database.write((tx) => tx.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${pages}`)));
  };
  await limit(1);
  const settled = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      database.write((tx) => insertUser(tx, customer(`full-${n}`, { utm: "x".repeat(3000) }))),
    ),
  );
  await limit(1_000_000);
  expect(settled.some(({ status }) => status === "rejected")).toBe(true);
  for (const [n, outcome] of settled.entries()) {
    const kept = (await findUserById(database.read, `full-${n}`)) !== undefined;
    expect(kept).toBe(outcome.status === "fulfilled");
    if (outcome.status === "rejected") expect(isDatabaseAway(outcome.reason)).toBe(true);
  }
  await database.write((tx) => insertUser(tx, customer("room-again")));
});

test("two processes on one file wait for each other", async () => {
  const other = await openDatabase(database.url);
  const writes = Array.from({ length: 20 }, (_, n) =>
    (n % 2 === 0 ? database : other).write((tx) => insertUser(tx, customer(`either-${n}`))),
  );
  await Promise.all(writes);
  const seen = await other.read.selectFrom("users").select("id").where("id", "like", "either-%").execute();
  expect(seen).toHaveLength(20);
  await other.close();
});
