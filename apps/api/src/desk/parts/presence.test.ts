import type { Colleague, RowKind } from "@wattle/contracts/presence";
import type { Today } from "@wattle/contracts/today";
import { listPresent } from "@wattle/db/presence";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";

const DEPOSIT = { kind: "deposit", id: "d-1" } as const;
const CUSTOMER = { kind: "customer", id: "c-1" } as const;
const RECOVERY = { kind: "recovery", id: "r-1" } as const;

describe.each(DIALECTS)("two people on one row, by two processes on %s", (dialect) => {
  let one: TestApp;
  let other: TestApp;
  let finance: TestClient;
  let compliance: TestClient;
  let names: { readonly finance: string; readonly compliance: string };
  beforeAll(async () => {
    one = await startTestApp({ dialect });
    other = await startTestApp({ dialect, databaseUrl: one.databaseUrl, now: one.clock.now() });
    [finance, compliance] = [one.client(), other.client()];
    names = {
      finance: (await finance.login("finance@demo.test")).user.first_name,
      compliance: (await compliance.login("compliance@demo.test")).user.first_name,
    };
  });
  afterEach(async () => {
    await one.services.database.write((tx) => tx.deleteFrom("staff_presence").execute());
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const pass = (milliseconds: number): void => {
    one.clock.advance(milliseconds);
    other.clock.advance(milliseconds);
  };
  const open = async (client: TestClient, row: { kind: RowKind; id: string }) =>
    (await mutate<{ present: Colleague[] }>(client, "ops.presence.here", row)).data.present;
  const seen = async (client: TestClient) => (await query<Today>(client, "ops.today")).data.present;
  const kept = async () => (await listPresent(one.services.database.read)).map(({ subject }) => subject);

  test("each sees the other, by first name and role, and not oneself", async () => {
    expect(await open(finance, DEPOSIT)).toEqual([]);
    expect(await seen(finance)).toEqual([]);
    const fiona = { ...DEPOSIT, first_name: names.finance, role: "finance" };
    expect(await seen(compliance)).toEqual([fiona]);
    expect(await open(compliance, DEPOSIT)).toEqual([fiona]);
    expect(await seen(finance)).toEqual([{ ...DEPOSIT, first_name: names.compliance, role: "compliance" }]);
  });

  test("who opens another row is there alone, and closing the first one too late changes nothing", async () => {
    await open(finance, DEPOSIT);
    await open(finance, CUSTOMER);
    expect((await mutate(finance, "ops.presence.leave", DEPOSIT)).status).toBe(200);
    expect(await seen(compliance)).toMatchObject([CUSTOMER]);
    await mutate(finance, "ops.presence.leave", CUSTOMER);
    expect(await seen(compliance)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test("who says nothing for 40 seconds is gone, and the next word of anyone forgets them", async () => {
    await open(finance, DEPOSIT);
    pass(40_000);
    expect(await seen(compliance)).toMatchObject([DEPOSIT]);
    pass(1);
    expect(await seen(compliance)).toEqual([]);
    expect(await kept()).toEqual([DEPOSIT.id]);
    expect(await open(compliance, CUSTOMER)).toEqual([]);
    expect(await kept()).toEqual([CUSTOMER.id]);
  });

  test("a page that says so every 15 seconds stays", async () => {
    for (let beats = 0; beats < 4; beats += 1) {
      await open(finance, DEPOSIT);
      pass(15_000);
    }
    expect(await seen(compliance)).toMatchObject([DEPOSIT]);
  });

  test("a role that may not see the row learns nothing of it, and says nothing of such a row", async () => {
    await open(compliance, RECOVERY);
    expect(await seen(finance)).toEqual([]);
    expect(await open(finance, DEPOSIT)).toEqual([]);
    expect(await mutate(finance, "ops.presence.here", RECOVERY)).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const admin = other.client();
    await admin.login("operator@demo.test");
    expect((await seen(admin)).map(({ kind }) => kind).toSorted()).toEqual(["deposit", "recovery"]);
  });

  test("customers and visitors are refused", async () => {
    const customer = one.client();
    await customer.login("customer@demo.test");
    for (const procedure of ["ops.presence.here", "ops.presence.leave"]) {
      expect((await mutate(customer, procedure, CUSTOMER)).status).toBe(403);
      expect((await mutate(one.client(), procedure, CUSTOMER)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await kept()).toEqual([]);
  });

  test("the audit log has none of it", async () => {
    const newest = async () => (await query<Today>(compliance, "ops.today")).data.newest_act;
    const count = async () =>
      (await query<{ meta: { total: number } }>(compliance, "ops.audit.list", { per_page: 1 })).data.meta;
    const before = [await newest(), await count()];
    await open(finance, DEPOSIT);
    await mutate(finance, "ops.presence.leave", DEPOSIT);
    expect([await newest(), await count()]).toEqual(before);
  });
});
