import path from "node:path";
import type { HistoryPage } from "@wattle/contracts/history";
import type { Today } from "@wattle/contracts/today";
import { administer } from "@wattle/db/testing/postgres-server";
import { startServerPair, type ServerPair } from "@wattle/db/testing/standby-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";

const PATH = "/api/users/transactions";

describe("a server that reads from a standby", () => {
  let pair: ServerPair;
  let api: TestApp;
  let customer: TestClient;
  let staff: TestClient;
  beforeAll(async () => {
    pair = await startServerPair(path.join(inject("databaseDirectory"), "reads"), {
      fill: async (url) => (await startTestApp({ dialect: "postgres", databaseUrl: url })).close(),
    });
    api = await startTestApp({
      dialect: "postgres",
      databaseUrl: pair.primary.url,
      env: { READ_DATABASE_URL: pair.standby.url },
    });
    [customer, staff] = [api.client(), api.client()];
    await customer.login("customer@demo.test");
    await staff.login("operator@demo.test");
  });
  afterAll(async () => {
    await api.close();
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  });

  const announce = async (): Promise<string> => {
    const { body } = await customer.post<{ data: { reference: string } }>(PATH, {
      balance: { credit: "20.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    return body.data.reference;
  };
  const newestOwn = async (): Promise<string | undefined> =>
    (await customer.get<HistoryPage>(PATH)).body.data[0]?.reference;
  const newestAtDesk = async (): Promise<string | undefined> => {
    const { data } = await query<{ data: { reference: string }[] }>(staff, "ops.deposits.list", {
      status: "awaiting_payment",
    });
    return data.data.find(({ reference }) => reference === newest)?.reference;
  };
  let newest = "";
  const expectSeen = async (): Promise<void> => {
    newest = await announce();
    expect(await newestOwn()).toBe(newest);
    expect(await newestAtDesk()).toBe(newest);
  };
  /** Connections to the standby whose last statement is one of a procedure, and not the question how far it is. */
  const readers = async (): Promise<number> =>
    (
      await administer(
        pair.standby.url,
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and query not like '%pg_control_system%' and query like 'select%'`,
      )
    ).rows.length;
  const ready = async () => (await api.client().get<Record<string, unknown>>("/readyz")).body;
  const systemLine = async (): Promise<string[]> =>
    (await query<Today>(staff, "ops.today")).data.system.flatMap(({ name, state, text }) =>
      name === "Standby" ? [`${state}: ${text}`] : [],
    );

  test("history and the desk's lists come from it, with what was just written", async () => {
    await expect
      .poll(async () => {
        await newestOwn();
        return readers();
      })
      .toBeGreaterThan(0);
    await expectSeen();
    await expectSeen();
    // A busy machine has it late for a moment.
    await expect.poll(ready).toMatchObject({ status: "ok", checks: { database: "ok", standby: "ok" } });
    await expect.poll(systemLine).toEqual(["ok: The standby has everything that the primary has."]);
  });

  test("while it is late the primary answers, and monitors and the desk read why", async () => {
    await administer(pair.standby.url, "select pg_wal_replay_pause()");
    await expectSeen();
    const why =
      /The primary answers instead of the standby: it is behind the primary: its last commit is \d+ s old\./;
    expect(await ready()).toMatchObject({
      status: "degraded",
      reason: expect.stringMatching(why),
      checks: { database: "ok", standby: "failed" },
    });
    expect(await systemLine()).toEqual([expect.stringMatching(why)]);
    await administer(pair.standby.url, "select pg_wal_replay_resume()");
    await expect.poll(ready).toMatchObject({ status: "ok", checks: { standby: "ok" } });
    await expectSeen();
  });

  test("once it is a primary itself it is not read, nor written", async () => {
    await administer(pair.standby.url, "select pg_promote()");
    await expectSeen();
    expect(await ready()).toMatchObject({
      status: "degraded",
      reason:
        "The primary answers instead of the standby: a primary answers there. Look at READ_DATABASE_URL.",
    });
    const { rows } = await administer(
      pair.standby.url,
      `select from transactions where reference = '${newest}'`,
    );
    expect(rows).toEqual([]);
  });
});
