import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { NotTheStandby, openDatabase, type AnyReader, type Database } from "../../database.ts";
import { administer, databaseUrl, freePort, startPostgres } from "../../testing/postgres-server.ts";
import { signalPostgres } from "../../testing/signal-postgres.ts";
import { copyServer, startServerPair, startStandby, type ServerPair } from "../../testing/standby-server.ts";
import { switchingProxy, type SwitchingProxy } from "../../testing/switching-proxy.ts";
import { probeWrite } from "../write-probe.ts";

const sleeping =
  "select pid from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()";
const portOf = (url: string): number => Number(new URL(url).port);

describe("a standby to read from", () => {
  let pair: ServerPair;
  let proxy: SwitchingProxy;
  let database: Database;
  beforeAll(async () => {
    pair = await startServerPair(path.join(inject("databaseDirectory"), "standby"));
    proxy = await switchingProxy();
    const standbyUrl = new URL(pair.standby.url);
    standbyUrl.port = String(proxy.port);
    database = await openDatabase(pair.primary.url, { standbyUrl: standbyUrl.href });
  });
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  });
  beforeEach(() => proxy.lead(portOf(pair.standby.url)));

  let written = 0n;
  const write = (): Promise<void> => {
    written += 1n;
    return database.write((tx) => probeWrite(tx, written));
  };
  const newest = async (reader: AnyReader): Promise<bigint | undefined> =>
    (
      await reader
        .selectFrom("write_probes")
        .select("written_at")
        .where("name", "=", "readiness")
        .executeTakeFirst()
    )?.written_at;
  /** Which server answers. */
  const answers = async (reader = database.standby): Promise<"standby" | "primary"> => {
    const server = sql<{ recovering: boolean }>`(select pg_is_in_recovery() as recovering)`;
    const { recovering } = await reader
      .selectFrom(server.as("server"))
      .select("recovering")
      .executeTakeFirstOrThrow();
    return recovering ? "standby" : "primary";
  };
  const fault = (of = database): Promise<unknown> =>
    of.lookAtStandby().then(
      () => undefined,
      (error: unknown) => (error instanceof NotTheStandby ? error.message : error),
    );

  test("it answers, and each statement sees what was written before it", async () => {
    await write();
    await expect.poll(() => answers()).toBe("standby");
    for (let time = 0; time < 100; time += 1) {
      await write();
      expect(await newest(database.standby)).toBe(written);
    }
    expect(await answers(database.read)).toBe("primary");
    await expect.poll(() => answers()).toBe("standby");
    expect(await fault()).toBeUndefined();
  });

  test("what another process has written is there, too", async () => {
    const other = await openDatabase(pair.primary.url);
    await expect.poll(() => answers()).toBe("standby");
    await other.write((tx) => probeWrite(tx, 1_000_000n));
    expect(await newest(database.standby)).toBe(1_000_000n);
    await other.close();
  });

  test("while it is late the primary answers; it is read again once it has caught up", async () => {
    await expect.poll(() => answers()).toBe("standby");
    await administer(pair.standby.url, "select pg_wal_replay_pause()");
    await write();
    expect(await newest(database.standby)).toBe(written);
    expect(await answers()).toBe("primary");
    expect(await fault()).toMatch(/^it is behind the primary: its last commit is \d+ s old$/);
    await administer(pair.standby.url, "select pg_wal_replay_resume()");
    await expect.poll(() => answers()).toBe("standby");
    expect(await newest(database.standby)).toBe(written);
  });

  test("if it is gone, the primary answers", async () => {
    await expect.poll(() => answers()).toBe("standby");
    proxy.lead(await freePort());
    for (let time = 0; time < 5; time += 1) expect(await answers()).toBe("primary");
    expect(await fault()).toBeInstanceOf(Error);
    proxy.lead(portOf(pair.standby.url));
    await expect.poll(() => answers()).toBe("standby");
  });

  test("a connection that ends in the middle of a statement costs no answer", async () => {
    await expect.poll(() => answers()).toBe("standby");
    const slow = sql<{ slept: string; recovering: boolean }>`(
      select case when pg_is_in_recovery() then pg_sleep(60)::text end as slept, pg_is_in_recovery() as recovering)`;
    const asked = database.standby.selectFrom(slow.as("server")).select("recovering").executeTakeFirst();
    await expect.poll(async () => (await administer(pair.standby.url, sleeping)).rows).toHaveLength(1);
    await administer(pair.standby.url, `select pg_terminate_backend(pid) from (${sleeping}) as found`);
    expect(await asked).toEqual({ recovering: false });
  });

  test("a primary, another installation and another database of the same server are not read", async () => {
    await administer(pair.primary.url, "create database another");
    for (const [url, reason] of [
      [pair.primary.url, "a primary answers there"],
      [inject("postgresUrl"), "another database answers there"],
      [databaseUrl(pair.primary.url, "another"), "another database answers there"],
    ] as const) {
      const wrong = await openDatabase(pair.primary.url, { standbyUrl: url });
      await expect(wrong.lookAtStandby()).rejects.toThrow(reason);
      expect(await newest(wrong.standby)).toBe(await newest(database.read));
      await wrong.close();
    }
  });

  test("a statement of its own that is wrong says so", async () => {
    await expect.poll(() => answers()).toBe("standby");
    const wrong = sql<{ one: number }>`(select 1 / 0 as one)`;
    await expect(database.standby.selectFrom(wrong.as("it")).select("one").execute()).rejects.toThrow(
      "division by zero",
    );
    expect(await answers()).toBe("standby");
  });

  test("one that cannot answer what the primary can is given up until it answers that", async () => {
    await expect.poll(() => answers()).toBe("standby");
    const asked = async (): Promise<unknown> => {
      const unlike = sql<{ answer: bigint }>`(
        select 1 / case when pg_is_in_recovery() then (select count(*) from write_probes where name = 'able') else 1 end as answer)`;
      const rows = await database.standby.selectFrom(unlike.as("server")).select("answer").execute();
      expect(rows).toEqual([{ answer: 1n }]);
      return fault();
    };
    await expect.poll(asked).toBe("it does not answer statements: 22012");
    expect(await answers()).toBe("primary");
    await administer(pair.primary.url, "insert into write_probes values ('able', 0)");
    await expect.poll(() => answers()).toBe("standby");
    expect(await fault()).toBeUndefined();
  });

  test("a role that may not read there is told", async () => {
    await administer(pair.primary.url, "create role poor login password 'test'");
    const poor = new URL(pair.standby.url);
    poor.username = "poor";
    const unable = await openDatabase(pair.primary.url, { standbyUrl: poor.href });
    await expect.poll(() => fault(unable)).toMatchObject({ code: "42501" });
    expect(await answers(unable.standby)).toBe("primary");
    await unable.close();
  });

  test("it answers while every connection that reads from the primary is busy", async () => {
    await expect.poll(() => answers()).toBe("standby");
    const slow = sql<{ slept: string }>`(select pg_sleep(60)::text as slept)`;
    const busy = Array.from({ length: 10 }, () =>
      database.read.selectFrom(slow.as("server")).select("slept").execute(),
    );
    const ended = Promise.allSettled(busy);
    await expect.poll(async () => (await administer(pair.primary.url, sleeping)).rows).toHaveLength(10);
    await expect.poll(() => answers()).toBe("standby");
    expect((await administer(pair.primary.url, sleeping)).rows).toHaveLength(10);
    await administer(pair.primary.url, `select pg_terminate_backend(pid) from (${sleeping}) as found`);
    await ended;
  });

  test("one that hangs lets go of a report's connections, however many look", async () => {
    const report = await openDatabase(pair.primary.url, { limited: false, standbyUrl: pair.standby.url });
    const used = (): unknown => {
      const load = report.load().find(({ pool }) => pool === "standby");
      return load === undefined ? undefined : load.open - load.idle;
    };
    await expect.poll(() => answers(report.standby)).toBe("standby");
    signalPostgres(pair.standbyFolder, "SIGSTOP");
    try {
      expect(await answers(report.standby)).toBe("primary");
      const looks = await Promise.allSettled(Array.from({ length: 20 }, () => report.lookAtStandby()));
      expect(looks).toEqual(
        looks.map(() => ({
          status: "rejected",
          reason: expect.objectContaining({ message: expect.stringMatching(/in time|timeout/) }),
        })),
      );
      await expect.poll(used).toBe(0);
    } finally {
      signalPostgres(pair.standbyFolder, "SIGCONT");
    }
    await report.close();
  });

  test("one that does not follow the primary since a failover is not read", async () => {
    await administer(pair.standby.url, "select pg_promote()");
    await pair.primary.stop();
    pair = { ...pair, primary: await startStandby(pair.primaryFolder, undefined) };
    const after = await openDatabase(pair.standby.url, { standbyUrl: pair.primary.url });
    await expect(after.lookAtStandby()).rejects.toThrow(
      "it does not follow the primary since the last failover",
    );
    await after.close();
  });
});

test("a copy that has gone on by itself is not read, though its timeline is the same and it is farther", async () => {
  const folders = path.join(inject("databaseDirectory"), "copy");
  const pair = await startServerPair(folders, { follows: false });
  await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  const copy = `${folders}-3`;
  copyServer(pair.primaryFolder, copy);
  const alone = await startPostgres(copy, { isCopy: true, isKept: true });
  await administer(alone.url, "create table gone_on (id text)");
  await administer(alone.url, "select pg_switch_wal()");
  await alone.stop();
  const primary = await startPostgres(pair.primaryFolder, { isCopy: true });
  const standby = await startStandby(copy, undefined);
  const database = await openDatabase(primary.url, { standbyUrl: standby.url });
  await expect(database.lookAtStandby()).rejects.toThrow("a copy answers there that has gone on by itself");
  await database.close();
  await Promise.all([primary.stop(), standby.stop()]);
});

test("without one, reads that show are the primary's", async () => {
  const database = await openDatabase(inject("postgresUrl"));
  expect(database.standby).toBe(database.read);
  await expect(database.lookAtStandby()).resolves.toBeUndefined();
  await database.close();
});
