import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isDatabaseAway, NotThePrimary, openDatabase, type Database } from "../../database.ts";
import { administer, startPostgres } from "../../testing/postgres-server.ts";
import { startServerPair } from "../../testing/standby-server.ts";
import { switchingProxy, type SwitchingProxy } from "../../testing/switching-proxy.ts";
import { probeWrite } from "../write-probe.ts";

type Server = Awaited<ReturnType<typeof startPostgres>>;

const portOf = (url: string): number => Number(new URL(url).port);

describe("an address behind which servers change", () => {
  let primary: Server;
  let standby: Server;
  let proxy: SwitchingProxy;
  beforeAll(async () => {
    ({ primary, standby } = await startServerPair(path.join(inject("databaseDirectory"), "primary"), {
      follows: false,
    }));
    proxy = await switchingProxy();
  });
  afterAll(async () => {
    await proxy.close();
    await Promise.all([primary.stop(), standby.stop()]);
  });

  async function openAt(server: string): Promise<Database> {
    proxy.lead(portOf(server));
    const moved = new URL(server);
    moved.port = String(proxy.port);
    return openDatabase(moved.href);
  }
  const write = (database: Database): Promise<void> => database.write((tx) => probeWrite(tx, 1n));
  /** Why an attempt was refused, or undefined if it was not. */
  const refusal = async (attempt: Promise<unknown>): Promise<unknown> => {
    try {
      await attempt;
      return undefined;
    } catch (error) {
      return error;
    }
  };
  /** Connections that were open end with the first attempts: those that come next say where the address leads. */
  const writesEnd = (database: Database) =>
    expect.poll(async () => {
      const error = await refusal(write(database));
      return error instanceof Error ? error.message : "written";
    });

  test("a standby is neither written nor read; nothing is lost but the attempt", async () => {
    const database = await openAt(standby.url);
    for (const attempt of [write, (away: Database) => away.ping()]) {
      const error = await refusal(attempt(database));
      expect(error).toBeInstanceOf(NotThePrimary);
      expect(isDatabaseAway(error)).toBe(true);
      expect(error).toMatchObject({ message: "PostgreSQL is a standby here: there is no primary" });
    }
    proxy.lead(portOf(primary.url));
    await write(database);
    await database.close();
  });

  test("another database is not written", async () => {
    const database = await openAt(primary.url);
    await write(database);
    proxy.lead(portOf(inject("postgresUrl")));
    await writesEnd(database).toBe("another database answers here than at the start");
    await database.close();
  });

  test("of two primaries the one that a standby took over from is not written any more", async () => {
    const database = await openAt(primary.url);
    await write(database);
    await administer(standby.url, "select pg_promote()");
    proxy.lead(portOf(standby.url));
    await writesEnd(database).toBe("written");
    proxy.lead(portOf(primary.url));
    await writesEnd(database).toBe("an old primary answers here: a standby has taken over from it");
    proxy.lead(portOf(standby.url));
    await writesEnd(database).toBe("written");
    await database.close();
  });
});
