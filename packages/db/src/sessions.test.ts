import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertUser, updateUser } from "./accounts.ts";
import {
  deleteOtherSessions,
  deleteSessionByPublicId,
  hashSessionId,
  KyselySessionAdapter,
  SESSION_LIMITS,
  listSessions,
  touchSession,
} from "./sessions.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

const LONGEST = BigInt(SESSION_LIMITS.customer.longest);

describe.each(DIALECTS)("sessions on %s", (dialect) => {
  let database: FreshDatabase;
  let adapter: KyselySessionAdapter;
  let now = 10_000n;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    adapter = new KyselySessionAdapter(database, () => now);
    await database.write(async (tx) => {
      await insertUser(tx, customer("anna"));
      await insertUser(tx, customer("bert"));
    });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.write((tx) => tx.deleteFrom("sessions").execute());
  });

  const start = (userId: string, id: string, createdAt = 1000n): Promise<void> =>
    adapter.setSession({
      id,
      userId,
      expiresAt: new Date(20_000),
      attributes: {
        publicId: `public-${id}`,
        createdAt,
        lastUsedAt: createdAt,
        ip: "127.0.0.1",
        userAgent: "Test",
        confirmedAt: createdAt,
        twoFactor: false,
      },
    });
  const publicIdsOf = async (userId: string): Promise<string[]> =>
    (await listSessions(database.read, userId)).map((session) => session.public_id);

  test("the session id itself is nowhere in the table", async () => {
    await start("anna", "secret-id");
    const rows = await database.read.selectFrom("sessions").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.id_hash).toBe(hashSessionId("secret-id"));
    expect(Object.values(rows[0] ?? {})).not.toContain("secret-id");
  });

  test("a session is found with its user as the user is now", async () => {
    await start("anna", "one");
    await database.write((tx) => updateUser(tx, "anna", { status: "blocked" }));
    expect(await adapter.getSessionAndUser("one")).toEqual([
      {
        id: "one",
        userId: "anna",
        expiresAt: new Date(20_000),
        attributes: {
          publicId: "public-one",
          createdAt: 1000n,
          lastUsedAt: 1000n,
          ip: "127.0.0.1",
          userAgent: "Test",
          confirmedAt: 1000n,
          twoFactor: false,
        },
      },
      {
        id: "anna",
        attributes: {
          id: "anna",
          email: "anna@wattle.test",
          first_name: "Test",
          status: "blocked",
          roles: '["regular-user"]',
          permissions: "[]",
          default_country: "AU",
          email_verified_at: 0n,
          referred_by: null,
          is_demo: 0n,
        },
      },
    ]);
  });

  test.each(["two", "public-one", hashSessionId("one")])("%s opens nothing", async (id) => {
    await start("anna", "one");
    expect(await adapter.getSessionAndUser(id)).toEqual([null, null]);
  });

  test("is extended and ended by the id", async () => {
    await start("anna", "one");
    await adapter.updateSessionExpiration("one", new Date(30_000));
    expect((await adapter.getSessionAndUser("one"))[0]?.expiresAt).toEqual(new Date(30_000));
    await adapter.deleteSession("one");
    expect(await adapter.getSessionAndUser("one")).toEqual([null, null]);
  });

  test("lists a user's own sessions, the last used first", async () => {
    await start("anna", "one");
    await start("anna", "two", 2000n);
    await start("bert", "three");
    expect(await publicIdsOf("anna")).toEqual(["public-two", "public-one"]);
    const use = (at: bigint) => database.write((tx) => touchSession(tx, "one", { at, since: at - 1500n }));
    await use(2400n);
    expect(await publicIdsOf("anna")).toEqual(["public-two", "public-one"]);
    await use(3000n);
    expect(await publicIdsOf("anna")).toEqual(["public-one", "public-two"]);
    expect((await adapter.getUserSessions("anna")).map(({ id }) => id)).toEqual(["public-one", "public-two"]);
  });

  test("ends one by its public id, for its owner only", async () => {
    await start("anna", "one");
    expect(await database.write((tx) => deleteSessionByPublicId(tx, "bert", "public-one"))).toBe(false);
    expect(await database.write((tx) => deleteSessionByPublicId(tx, "anna", "public-one"))).toBe(true);
    expect(await publicIdsOf("anna")).toEqual([]);
  });

  test.each([
    { description: "all but the kept one", kept: "public-two", ended: 2, left: ["public-two"] },
    { description: "all of them", kept: undefined, ended: 3, left: [] },
  ])("ends $description", async ({ kept, ended, left }) => {
    for (const id of ["one", "two", "three"]) await start("anna", id);
    await start("bert", "four");
    expect(await database.write((tx) => deleteOtherSessions(tx, "anna", kept))).toBe(ended);
    expect(await publicIdsOf("anna")).toEqual(left);
    expect(await publicIdsOf("bert")).toEqual(["public-four"]);
  });

  test("a session ends 90 days after it began, however often it was used", async () => {
    await start("anna", "old", 5000n);
    await adapter.updateSessionExpiration("old", new Date(Number(5000n + 10n * LONGEST)));
    const before = now;
    try {
      now = 5000n + LONGEST - 1n;
      expect((await adapter.getSessionAndUser("old"))[0]?.userId).toBe("anna");
      now += 1n;
      expect(await adapter.getSessionAndUser("old")).toEqual([null, null]);
      await adapter.deleteExpiredSessions();
      expect(
        (await listSessions(database.read, "anna")).filter(({ created_at }) => created_at === 5000n),
      ).toEqual([]);
    } finally {
      now = before;
    }
  });

  test("clears what has expired by the clock it was given", async () => {
    await start("anna", "one");
    now = 19_999n;
    await adapter.deleteExpiredSessions();
    expect(await publicIdsOf("anna")).toEqual(["public-one"]);
    now = 20_000n;
    await adapter.deleteExpiredSessions();
    expect(await publicIdsOf("anna")).toEqual([]);
  });
});
