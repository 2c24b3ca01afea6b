import type { ApprovalRecord } from "@wattle/contracts/approvals";
import type { MonitoringRuleRecord, TriedRule } from "@wattle/contracts/rules";
import { RULE_DEFAULTS } from "@wattle/contracts/rules";
import { MONITORING_RULES } from "@wattle/contracts/choices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount } from "../../testing/in-memory.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { creditCustomer, watchAll } from "../../testing/rules.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

describe.each(DIALECTS)("rules at the desk, on %s", (dialect) => {
  let api: TestApp;
  let carla: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    carla = (await newStaff(api, "compliance")).client;
  });
  afterAll(() => api.close());

  const list = async () => (await query<MonitoringRuleRecord[]>(carla, "ops.rules.list")).data;
  const ruleOf = async (rule: string) => (await list()).find((each) => each.rule === rule);
  const set = (rule: string, on: boolean, parameters: object = {}) =>
    mutate<MonitoringRuleRecord & { outcome: string }>(carla, "ops.rules.set", { rule, on, parameters });
  const tried = async (rule: string, parameters: object = {}, days = 90) =>
    (await query<TriedRule>(carla, "ops.rules.try", { rule, parameters, days })).data;

  test("all rules are on with their defaults", async () => {
    expect((await list()).map(({ rule, on, parameters }) => ({ rule, on, parameters }))).toEqual(
      MONITORING_RULES.map((rule) => ({ rule, on: true, parameters: RULE_DEFAULTS[rule] })),
    );
  });

  test("a stricter rule is set by one person, a looser one or none by two", async () => {
    const strict = await set("structuring", true, { count: 2 });
    expect(strict.data).toMatchObject({ outcome: "done", parameters: { count: 2, min_percent: 70 } });
    const loose = { rule: "structuring", on: true, parameters: { count: 4 } };
    expect((await mutate<{ outcome: string }>(carla, "ops.rules.set", loose)).data.outcome).toBe(
      "awaiting_approval",
    );
    expect((await ruleOf("structuring"))?.parameters.count).toBe(2);
    const { data: waiting } = await query<{ data: ApprovalRecord[] }>(carla, "ops.approvals.list", {
      status: "pending",
    });
    expect(waiting.data.map(({ input_id }) => input_id)).toEqual(["structuring"]);
    for (const { id } of waiting.data) await mutate(carla, "ops.approvals.withdraw", { id });
    const off = await mutateByTwo<MonitoringRuleRecord>(api, carla, "ops.rules.set", {
      rule: "velocity",
      on: false,
      parameters: {},
    });
    expect(off.data.on).toBe(false);
    expect((await set("velocity", true)).data).toMatchObject({ outcome: "done", on: true });
  });

  test.each([
    ["structuring", { days: 0 }, "days"],
    ["structuring", { limit: "-1.00" }, "limit"],
    ["structuring", { limit: "0.00" }, "limit"],
    ["structuring", { limit: "1.001" }, "limit"],
    ["structuring", { max_percent: 101 }, "max_percent"],
    ["structuring", { min_percent: 100 }, "max_percent"],
    ["shared", { days: 3 }, "days"],
    ["in_and_out", { hours: 1.5 }, "hours"],
  ])("nonsense is refused at its field: %s %j", async (rule, parameters, field) => {
    const refused = await set(rule, true, parameters);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors ?? {})).toEqual([`parameters.${field}`]);
  });

  test("a figure that contradicts one in use is refused, and one that only contradicts a default isn't", async () => {
    const fields = async (call: Promise<{ errors?: object | undefined }>) =>
      Object.keys((await call).errors ?? {});
    expect(await fields(set("structuring", true, { min_percent: 80, max_percent: 60 }))).toEqual([
      "parameters.max_percent",
    ]);
    await mutateByTwo(api, carla, "ops.rules.set", {
      rule: "structuring",
      on: true,
      parameters: { min_percent: 50, max_percent: 60 },
    });
    expect((await ruleOf("structuring"))?.parameters).toMatchObject({ min_percent: 50, max_percent: 60 });
    expect(await fields(set("structuring", true, { min_percent: 61 }))).toEqual(["parameters.max_percent"]);
    const asked = { rule: "structuring", days: 90 };
    expect(
      await fields(query(carla, "ops.rules.try", { ...asked, parameters: { min_percent: 61 } })),
    ).toEqual(["parameters.max_percent"]);
    const below = await query(carla, "ops.rules.try", { ...asked, parameters: { max_percent: 65 } });
    expect(below.status).toBe(200);
    expect(await fields(set("velocity", true, { active_days: 91 }))).toEqual(["parameters.active_days"]);
    expect(await fields(set("velocity", true, { days: 4 }))).toEqual(["parameters.active_days"]);
    await mutateByTwo(api, carla, "ops.rules.set", {
      rule: "structuring",
      on: true,
      parameters: RULE_DEFAULTS.structuring,
    });
  });

  test("a try says what a rule would have found, and changes nothing", async () => {
    const id = await newAccount(api);
    const rows = [];
    for (let made = 0; made < 3; made += 1) rows.push(await creditCustomer(api, id, 6_000_00n));
    const before = await list();
    const found = await tried("structuring", { count: 3, min_percent: 60 });
    expect(found.customers).toBeGreaterThan(0);
    expect(found.alerts).toMatchObject([
      { customer: { id }, rows: rows.map(({ reference }) => reference), at: expect.any(String) },
    ]);
    expect((await tried("structuring", { count: 3 })).alerts).toEqual([]);
    expect(await list()).toEqual(before);
  });

  test("a try goes on where it was, and says how many customers there are", async () => {
    const whole = await tried("structuring", { min_percent: 60 });
    const input = { rule: "structuring", parameters: { min_percent: 60 }, days: 90, limit: 1 };
    const first = (await query<TriedRule>(carla, "ops.rules.try", input)).data;
    expect(first).toMatchObject({ customers: 1, total: whole.customers, next: expect.any(String) });
    const alerts = [...first.alerts];
    let looked = first.customers;
    for (let after = first.next; after !== null;) {
      const piece = (await query<TriedRule>(carla, "ops.rules.try", { ...input, after, limit: 2 })).data;
      expect(piece.total).toBeNull();
      alerts.push(...piece.alerts);
      looked += piece.customers;
      after = piece.next;
    }
    expect([looked, alerts.length, whole.next]).toEqual([whole.customers, whole.alerts.length, null]);
    expect(alerts.length).toBeGreaterThan(0);
  });

  test("how often a rule found something is counted", async () => {
    const id = await newAccount(api);
    await creditCustomer(api, id, 30_000_00n);
    await watchAll(api);
    expect(await ruleOf("new_and_large")).toMatchObject({ alerts_90_days: 1, false_positives_90_days: 0 });
  });

  test("finance and support have none of it", async () => {
    for (const role of ["finance", "support"] as const) {
      const { client } = await newStaff(api, role);
      expect((await query(client, "ops.rules.list")).status).toBe(403);
      expect(
        (await mutate(client, "ops.rules.set", { rule: "shared", on: false, parameters: {} })).status,
      ).toBe(403);
    }
  });
});
