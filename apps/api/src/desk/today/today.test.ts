import type { StaffRole } from "@wattle/contracts/accounts";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { QUEUES, type Queue, type Today } from "@wattle/contracts/today";
import { updateUser } from "@wattle/db/accounts";
import { changeVenueState, leaseVenue } from "@wattle/db/hedging";
import { insertReconciliation } from "@wattle/db/reconciliations";
import type { ReconciliationRow } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteBackup } from "../../backup/last-backup.ts";
import { isoTime } from "../../clock.ts";
import { dueAt } from "../../queue-targets.ts";
import { applicant } from "../../testing/applicant.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";

describe.each(DIALECTS)("what waits for staff on %s", (dialect) => {
  let api: TestApp;
  let admin: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    admin = api.client();
    await admin.login("operator@demo.test");
  });
  afterAll(() => api.close());

  const queuesOf = async (client = admin) => (await query<Today>(client, "ops.today")).data.queues;

  const stateOf = async (name: string): Promise<string[]> =>
    (await query<Today>(admin, "ops.today")).data.system
      .filter((check) => check.name === name)
      .map(({ state, text }) => `${state}: ${text}`);

  test("each queue with its length and the oldest of it", async () => {
    const empty = { count: 0, oldest_at: null, due_at: null };
    const done = { done_today: 0 };
    const targets: Partial<Record<Queue, number>> = api.services.config.QUEUE_TARGETS;
    const withTargets = <State extends { readonly queue: Queue }>(states: readonly State[]) =>
      states.map((state) => ({ ...state, ...done, target_hours: targets[state.queue] ?? null }));
    expect(await queuesOf()).toEqual(withTargets(QUEUES.map((queue) => ({ queue, ...empty }))));
    const since = new Date(api.clock.now()).toISOString();
    const due = isoTime(dueAt(BigInt(api.clock.now()), 24, api.services.config.TIME_ZONE));
    await applicant(api);
    const customer = api.client();
    await customer.login("customer@demo.test");
    const deposit = {
      transaction_type: "deposit",
      payment_method: "payid",
      balance: { credit: "10.00", credit_currency: "AUD" },
      debit: "10.00",
      debit_currency: "AUD",
    };
    for (let index = 0; index < 2; index += 1)
      expect((await customer.post("/api/users/transactions", deposit)).status).toBe(201);
    await api
      .client()
      .post("/api/support", { name: "Mary", email: "m@mail.example", message: "Hello, who are you?" });
    await mutate(admin, "ops.switches.set", { what: "sign-ups", paused: true });
    api.clock.advance(60_000);
    expect((await customer.post("/api/users/transactions", deposit)).status).toBe(201);
    expect(await queuesOf()).toEqual(
      withTargets([
        { queue: "identities", count: 1, oldest_at: since, due_at: due },
        { queue: "bank_lines", ...empty },
        { queue: "deposits", count: 3, oldest_at: since, due_at: null },
        { queue: "withdrawals", ...empty },
        { queue: "coin_payouts", ...empty },
        { queue: "closed_balances", ...empty },
        { queue: "arrivals", ...empty },
        { queue: "networks", ...empty },
        { queue: "cases", ...empty },
        { queue: "filings", ...empty },
        { queue: "approvals", ...empty },
        { queue: "enquiries", count: 1, oldest_at: since, due_at: due },
        { queue: "switches", count: 1, oldest_at: since, due_at: null },
      ]),
    );
  });

  test("identities wait oldest first, and what was looked at is kept with the decision", async () => {
    await mutate(admin, "ops.switches.set", { what: "sign-ups", paused: false });
    await applicant(api);
    const list = async () =>
      (
        await query<{ data: { id: string; submitted_at: string; due_at: string; tries: number }[] }>(
          admin,
          "ops.customers.waiting",
          {
            page: 1,
          },
        )
      ).data.data;
    const waiting = await list();
    expect(waiting.map(({ submitted_at: at }) => at)).toEqual(
      waiting.map(({ submitted_at: at }) => at).toSorted(),
    );
    expect(waiting.length).toBeGreaterThan(1);
    for (const { submitted_at: at, ...row } of waiting)
      expect(row).toMatchObject({
        due_at: isoTime(dueAt(BigInt(Date.parse(at)), 24, api.services.config.TIME_ZONE)),
        tries: 1,
      });
    const id = waiting.at(-1)?.id;
    expect(
      await mutate(admin, "ops.customers.verify", { id, checks: IDENTITY_CHECKS.slice(1) }),
    ).toMatchObject({ code: "validation_failed", errors: { checks: ["Answer every check"] } });
    const doneToday = async () => (await queuesOf()).find(({ queue }) => queue === "identities")?.done_today;
    expect(await doneToday()).toBe(0);
    expect((await mutate(admin, "ops.customers.verify", { id, checks: IDENTITY_CHECKS })).status).toBe(200);
    expect(await doneToday()).toBe(1);
    expect((await list()).map((row) => row.id)).not.toContain(id);
    const log = await query<{ data: { action: string; details: object }[] }>(admin, "ops.audit.list", {
      subject: id,
    });
    expect(log.data.data.find(({ action }) => action === "customer.verified")?.details).toMatchObject({
      checks: IDENTITY_CHECKS,
    });
  });

  test.each<[StaffRole, readonly string[]]>([
    ["support", ["approvals", "enquiries", "switches"]],
    ["compliance", ["identities", "cases", "filings", "approvals", "switches"]],
    [
      "finance",
      [
        "bank_lines",
        "deposits",
        "withdrawals",
        "coin_payouts",
        "closed_balances",
        "arrivals",
        "networks",
        "approvals",
        "switches",
      ],
    ],
  ])("%s sees %s", async (role, queues) => {
    const client = api.client();
    await client.login(`${role}@demo.test`);
    expect((await queuesOf(client)).map(({ queue }) => queue)).toEqual(queues);
  });

  test("a request counts for those who may decide it, and the newest act is another one by it", async () => {
    const [finance, finance2] = [api.client(), api.client()];
    await finance.login("finance@demo.test");
    await finance2.login("finance2@demo.test");
    const before = (await query<Today>(admin, "ops.today")).data;
    const [customer] = (
      await query<{ data: { id: string }[] }>(admin, "ops.customers.search", {
        query: "customer@demo.test",
      })
    ).data.data;
    const since = new Date(api.clock.now()).toISOString();
    await mutate(finance, "ops.ledger.adjust", {
      id: customer?.id,
      direction: "credit",
      currency: "AUD",
      amount: "1.00",
      internal_note: "Shortfall",
    });
    const approvals = async (client: TestClient) =>
      (await queuesOf(client)).find(({ queue }) => queue === "approvals");
    expect(await approvals(finance)).toMatchObject({ count: 0, oldest_at: null });
    expect(await approvals(finance2)).toMatchObject({ count: 1, oldest_at: since });
    const compliance = api.client();
    await compliance.login("compliance@demo.test");
    expect(await approvals(compliance)).toMatchObject({ count: 0 });
    const after = (await query<Today>(admin, "ops.today")).data;
    expect(after.newest_act).not.toBe(before.newest_act);
    expect(after).toMatchObject({ approvals_required: true, demo: true, now: since });
    expect(after.time_zone).toBe(api.services.config.TIME_ZONE);
  });

  test("a request counts for no one who is the one who asked, or whom it is about", async () => {
    const [asker, about, twin, other] = [
      await newStaff(api, "admin"),
      await newStaff(api, "admin"),
      await newStaff(api, "admin"),
      await newStaff(api, "admin"),
    ];
    const email = asker.email.replace("@", "+twin@");
    await api.services.database.write((tx) => updateUser(tx, twin.id, { email }));
    const counts = async (): Promise<(number | undefined)[]> => {
      const all = [];
      for (const { client } of [asker, about, twin, other])
        all.push((await queuesOf(client)).find(({ queue }) => queue === "approvals")?.count);
      return all;
    };
    const before = await counts();
    await mutate(asker.client, "ops.staff.setRoles", { id: about.id, roles: ["support"] });
    const after = await counts();
    expect(after.map((count, place) => (count ?? 0) - (before[place] ?? 0))).toEqual([0, 0, 0, 1]);
  });

  test("the last close is of the last day that is closed, whenever that was done", async () => {
    const books = () => stateOf("Books");
    expect(await books()).toEqual(["ok: No day is closed yet."]);
    const close = (day: string, created_at: bigint, reopened: boolean): ReconciliationRow => ({
      id: `close-${day}`,
      deposit_account_id: "aud-bank-transfer",
      currency: "AUD",
      day,
      statement_balance: 10_050n,
      ledger_balance: 10_000n,
      explanation: "[]",
      unexplained: 50n,
      closed_by: "olga",
      created_at,
      reopened_by: reopened ? "olga" : null,
      reopened_at: reopened ? created_at : null,
      reopen_note: null,
    });
    const rows = [close("2026-01-04", 1n, false), close("2026-01-05", 2n, true)];
    // Many days that were closed later, and are earlier.
    for (let day = 10; day < 30; day += 1) rows.push(close(`2025-12-${day}`, BigInt(day), day % 2 === 0));
    await api.services.database.write(async (tx) => {
      for (const row of rows) await insertReconciliation(tx, row);
    });
    expect(await books()).toEqual(["fault: 2026-01-04 is closed, with a difference of 0.50 AUD."]);
  });

  test("the last backup is the newest whole one", async () => {
    const lastBackup = async () => (await stateOf("Backups"))[0];
    expect(await lastBackup()).toBe("ok: A demo needs no backup.");
    const { config } = api.services;
    await noteBackup(config, api.clock, { encrypted: true });
    api.clock.advance(60_000);
    await noteBackup(config, api.clock, { encrypted: false });
    api.clock.advance(60_000);
    expect(await lastBackup()).toMatch(/^ok: The last backup is 1 minute old\./);
  });

  test("the house's own trading is said only to those who may see it", async () => {
    await api.services.database.write(async (tx) => {
      await leaseVenue(tx, { venue: "play", holder: "test", now: 0n, until: 0n });
      await changeVenueState(tx, "play", { failure: "It is away." });
    });
    const names = async (role: StaffRole) =>
      (await query<Today>((await newStaff(api, role)).client, "ops.today")).data.system.map(
        ({ name }) => name,
      );
    for (const role of ["finance", "admin"] as const) expect(await names(role)).toContain("Hedging");
    for (const role of ["compliance", "support"] as const) expect(await names(role)).not.toContain("Hedging");
  });

  test("says when the session ends, which a page that asks by itself does not put off", async () => {
    const client = api.client();
    await client.login("support@demo.test");
    const begun = api.clock.now();
    const minutes = (count: number): string => new Date(begun + count * 60_000).toISOString();
    const background = { "x-background": "1" };
    const ends = async (headers = {}): Promise<Today> =>
      (await client.get<{ result: { data: Today } }>("/trpc/ops.today", headers)).body.result.data;
    expect(await ends()).toMatchObject({
      session_ends_at: minutes(30),
      session_ends_at_latest: minutes(12 * 60),
    });
    api.clock.advance(10 * 60_000);
    expect(await ends(background)).toMatchObject({ session_ends_at: minutes(30) });
    await ends();
    expect(await ends(background)).toMatchObject({ session_ends_at: minutes(40) });
  });
});
