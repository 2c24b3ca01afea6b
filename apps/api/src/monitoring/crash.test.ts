import { listDueEvents, lookAt, lookAtPayee } from "@wattle/db/monitoring";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import type { Services } from "../services.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { newAccount } from "../testing/in-memory.ts";
import { creditCustomer } from "../testing/rules.ts";
import { startServer, type ServerProcess } from "../testing/server-process.ts";

/** Each takes ten seconds: the next process has to wait for the lease of the dead one. */
const KILLS = IS_TRIAL ? 10 : 1;
/** Customers of a round: some have been looked at when the process dies, some have not. */
const CUSTOMERS = 24;
const OLD_MILLISECONDS = 100 * 24 * 3_600_000;
/** A lease of 5 s ends, and a look begins within 4 s. */
const PATIENT = { timeout: 60_000, interval: 50 };
const AT_ONCE = { timeout: 60_000, interval: 1 };

describe.each(DIALECTS)("kill -9 of the process that watches, on %s", (dialect) => {
  let database: FreshDatabase;
  let server: ServerProcess;
  /** Those of the test itself, which only write what is to be looked at. */
  let services: Services;
  beforeAll(async () => {
    database = await demoDatabase(dialect);
    services = await createServices(
      readConfig({ NODE_ENV: "test", DATA_KEYS: TEST_DATA_KEYS, DATABASE_URL: database.url }),
      { logTo: { write: () => undefined } },
    );
    server = await startServer({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await server.kill();
    await services.database.close();
    await database.close();
  });

  const read = () => services.database.read;
  const alertsOf = (ids: readonly string[]) =>
    read().selectFrom("rule_alerts").select(["user_id", "rule"]).where("user_id", "in", ids).execute();
  const casesOf = (ids: readonly string[]) =>
    read()
      .selectFrom("cases")
      .select(["customer_id as user_id", "rule"])
      .where("customer_id", "in", ids)
      .where("kind", "=", "monitoring")
      .execute();

  /** Customers with a case of `structuring` to come, from the ledger, and one of `woken`, from events. */
  async function customersWithPatterns(): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < CUSTOMERS) ids.push(await newAccount({ services }));
    const created_at = BigInt(services.clock.now());
    await services.database.write((tx) =>
      tx
        .updateTable("users")
        .set({ created_at: created_at - BigInt(OLD_MILLISECONDS) })
        .where("id", "in", ids)
        .execute(),
    );
    for (const id of ids)
      for (let made = 0; made < 3; made += 1) await creditCustomer({ services }, id, 8_000_00n);
    await services.database.write(async (tx) => {
      for (const id of ids) {
        await lookAt(tx, { user_id: id, kind: "device", about: id, created_at });
        await lookAtPayee(tx, { id: `payee-${id}`, user_id: id, created_at });
      }
    });
    return ids;
  }

  const pairsOf = (rows: readonly { readonly user_id: string; readonly rule: string | null }[]) =>
    rows.map(({ user_id, rule }) => `${user_id} ${rule}`).toSorted();

  test(`killed ${KILLS} times: each finding has one alert in one case`, async () => {
    let amid = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const ids = await customersWithPatterns();
      const expected = ids.flatMap((id) => [`${id} structuring`, `${id} woken`]).toSorted();
      // Somewhere between the first finding and the last.
      const killAt = 1 + Math.floor(Math.random() * CUSTOMERS);
      await vi.waitUntil(async () => (await alertsOf(ids)).length >= killAt, AT_ONCE);
      await server.kill();
      if ((await alertsOf(ids)).length < expected.length) amid += 1;
      server = await startServer({ DATABASE_URL: database.url });
      await vi.waitUntil(async () => (await alertsOf(ids)).length >= expected.length, PATIENT);
      await vi.waitUntil(async () => {
        const due = await listDueEvents(read(), BigInt(services.clock.now()), 10_000);
        return due.every(({ user_id }) => !ids.includes(user_id));
      }, PATIENT);
      expect(pairsOf(await alertsOf(ids)), `kill ${kill}`).toEqual(expected);
      expect(pairsOf(await casesOf(ids)), `kill ${kill}`).toEqual(expected);
    }
    noteFigures(
      `${dialect}: ${KILLS} kills of the process that watches, ${amid} of them with findings still to come; ${KILLS * CUSTOMERS * 2} findings, none lost, none doubled`,
    );
  });
});
