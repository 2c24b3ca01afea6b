import pino from "pino";
import { openDatabase, type Database } from "@wattle/db/database";
import { migrate } from "@wattle/db/migrations/migrate";
import { freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../clock.ts";
import { readConfig } from "../config.ts";
import type { LimitStores, Try } from "./limit-stores.ts";
import { openLimitStores } from "./open-limit-stores.ts";
import { REDIS_IS_INSTALLED, startRedis, type RedisServer } from "./testing/redis-server.ts";

const WINDOW = 900_000;
const MINUTE = 60_000;
/** Redis forgets by its own clock, so that the tests' is not far from it. */
const START = Date.now();
const tryOf = (key: string): Try => ({ key, windowMilliseconds: WINDOW });
const log = pino({ level: "silent" });

const KINDS = [
  ["in memory", "sqlite", "memory:"],
  ["in SQLite", "sqlite", "database:"],
  ["in PostgreSQL", "postgres", undefined],
  ...(REDIS_IS_INSTALLED ? [["in Redis", "sqlite", "redis:"] as const] : []),
] as const;

test.skipIf(REDIS_IS_INSTALLED)(
  "limits in Redis are not tested: redis-server is not installed",
  () => undefined,
);

describe.each(KINDS)("limits kept %s", (_name, dialect, url) => {
  let database: Database;
  let redis: RedisServer | undefined;
  /** As two processes have them, where they share. */
  let stores: LimitStores;
  let others: LimitStores;
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const fresh = await freshDatabase(dialect);
    database = await openDatabase(fresh.url);
    await migrate(database);
    redis = url === "redis:" ? await startRedis() : undefined;
    const config = readConfig(url === undefined ? {} : { LIMITS_URL: redis === undefined ? url : redis.url });
    const open = () => openLimitStores({ config, database, ids: randomIds, log, secret: "s".repeat(32) });
    stores = await open();
    others = url === "memory:" ? stores : await open();
    cleanUps.push(
      () => stores.close(),
      () => others.close(),
      async () => redis?.stop(),
      () => database.close(),
      () => fresh.close(),
    );
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  test("each try counts for its window, for every process", async () => {
    const add = async (from: LimitStores, at: number) =>
      (await from.tries.add([tryOf("sliding")], START + at)).tried[0];
    expect(await add(stores, 0)).toEqual({ count: 1, oldest: START });
    expect(await add(others, 1000)).toEqual({ count: 2, oldest: START });
    expect(await add(stores, WINDOW - 1)).toEqual({ count: 3, oldest: START });
    expect(await add(others, WINDOW)).toEqual({ count: 3, oldest: START + 1000 });
    expect(await add(stores, WINDOW * 3)).toEqual({ count: 1, oldest: START + WINDOW * 3 });
  });

  test("what is taken back was never there; the same moment counts twice", async () => {
    const { takeBack } = await stores.tries.add([tryOf("both"), tryOf("one")], START);
    const second = await others.tries.add([tryOf("both")], START);
    expect(second.tried).toEqual([{ count: 2, oldest: START }]);
    await takeBack();
    const third = await stores.tries.add([tryOf("both"), tryOf("one")], START);
    expect(third.tried.map(({ count }) => count)).toEqual([2, 1]);
  });

  test("tries at the same moment come one after the other", async () => {
    const added = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? stores : others).tries.add([tryOf("storm")], START + index),
      ),
    );
    const counts = added.map(({ tried }) => tried[0]?.count ?? 0);
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    const last = await stores.tries.add([tryOf("storm")], START + 100);
    expect(last.tried[0]?.count).toBe(31);
  });

  test.skipIf(url === "memory:")(
    "counts of a window are added up, and a new window begins at nothing",
    async () => {
      const add = async (from: LimitStores, count: number, at: number) =>
        from.counts?.add("client", { count, endsAt: START + at + MINUTE, now: START + at });
      const first = await add(stores, 60, 0);
      expect(first?.count).toBe(60);
      // Redis counts the milliseconds that have passed meanwhile.
      expect(Math.abs((first?.endsAt ?? 0) - START - MINUTE)).toBeLessThan(MINUTE);
      expect((await add(others, 40, 1000))?.count).toBe(100);
      const storm = await Promise.all(Array.from({ length: 20 }, () => add(stores, 5, 2000)));
      expect(Math.max(...storm.map((total) => total?.count ?? 0))).toBe(200);
      if (url !== "redis:") expect((await add(others, 1, MINUTE))?.count).toBe(1);
    },
  );

  test.skipIf(url === "memory:" || url === "redis:")(
    "rows name no one, and go once they no longer count",
    async () => {
      await stores.tries.add([tryOf("login 203.0.113.7 mary@mail.example")], START);
      const rows = await database.read.selectFrom("limit_tries").selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ key }) => /^[\w-]{22}$/.test(key))).toBe(true);
      await others.tries.add([tryOf("later")], START + WINDOW * 10);
      await stores.tries.add([tryOf("later")], START + WINDOW * 10);
      expect(await database.read.selectFrom("limit_tries").selectAll().execute()).toHaveLength(2);
      expect(await database.read.selectFrom("limit_counts").selectAll().execute()).toHaveLength(0);
    },
  );
});

test.runIf(REDIS_IS_INSTALLED)(
  "while Redis is away each process counts by itself, and says so once",
  async () => {
    const redis = await startRedis();
    const fresh = await freshDatabase("sqlite");
    const database = await openDatabase(fresh.url);
    const lines: string[] = [];
    const stores = await openLimitStores({
      config: readConfig({ LIMITS_URL: redis.url }),
      database,
      ids: randomIds,
      log: pino({}, { write: (line) => void lines.push(line) }),
      secret: "s".repeat(32),
    });
    try {
      const count = async () => (await stores.tries.add([tryOf("away")], START)).tried[0]?.count;
      expect(await count()).toBe(1);
      expect(await count()).toBe(2);
      await redis.stop();
      expect(await count()).toBe(1);
      expect(await count()).toBe(2);
      expect(lines.filter((line) => line.includes("counts by itself"))).toHaveLength(1);
      expect(lines.join("")).not.toContain("away@");
    } finally {
      await stores.close();
      await database.close();
      await fresh.close();
    }
  },
);
