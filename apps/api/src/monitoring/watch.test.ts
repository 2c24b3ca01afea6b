import { changeOpenCase, listCases, openCaseOf } from "@wattle/db/cases";
import { findUserById } from "@wattle/db/accounts";
import { heldKinds } from "@wattle/db/holds";
import {
  keepRule,
  listAlerts,
  listDueEvents,
  lookAfterFailure,
  lookAt,
  lookAtPayee,
  noteLooked,
} from "@wattle/db/monitoring";
import { RULE_DEFAULTS, type MonitoringRule } from "@wattle/contracts/rules";
import { findMonitored } from "@wattle/db/monitored-history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMoney } from "../compliance/keep-rating.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { newAccount } from "../testing/in-memory.ts";
import { creditAgain, creditCustomer, sealAll, watchAll } from "../testing/rules.ts";
import { readHistories } from "./read-history.ts";
import type { Move } from "./rules/history.ts";
import { findBy } from "./rules/rules.ts";
import { createWatcher } from "./watch.ts";
import { Worths } from "./worths.ts";

const DAY = 24 * 3_600_000;

describe.each(DIALECTS)("customers are watched, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  const read = () => api.services.database.read;
  /** An account that is old enough for nothing to be new. */
  const customer = async (): Promise<string> => {
    const id = await newAccount(api);
    await api.services.database.write((tx) =>
      tx
        .updateTable("users")
        .set({ created_at: BigInt(api.clock.now() - 100 * DAY) })
        .where("id", "=", id)
        .execute(),
    );
    return id;
  };
  const caseOf = (id: string, rule: MonitoringRule) => openCaseOf(read(), id, { kind: "monitoring", rule });
  const alertsOf = async (id: string, rule: MonitoringRule) => {
    const found = await caseOf(id, rule);
    return found === undefined ? [] : listAlerts(read(), found.id);
  };
  const isHeld = async (id: string): Promise<boolean> => {
    const user = await findUserById(read(), id);
    return user !== undefined && heldKinds(user).includes("withdrawals");
  };
  const setRule = (rule: MonitoringRule, on: boolean, parameters: object = {}) =>
    api.services.database.write((tx) =>
      keepRule(tx, {
        rule,
        is_on: on ? 1n : 0n,
        parameters: JSON.stringify(parameters),
        set_at: 0n,
        set_by: "test",
      }),
    );

  test("what completes a pattern opens a case, with the rows behind it", async () => {
    const id = await customer();
    const rows = [await creditCustomer(api, id, 8_000_00n), await creditCustomer(api, id, 8_500_00n)];
    await watchAll(api);
    expect(await caseOf(id, "structuring")).toBeUndefined();
    rows.push(await creditCustomer(api, id, 9_999_99n));
    await watchAll(api);
    const alerts = await alertsOf(id, "structuring");
    expect(alerts.map(({ found_rows }) => JSON.parse(found_rows) as unknown)).toEqual([
      rows.map(({ reference }) => reference),
    ]);
    expect(await caseOf(id, "structuring")).toMatchObject({ kind: "monitoring", holds: 0n });
    expect(await isHeld(id)).toBe(false);
  });

  test("each payment with one reference counts, at its own time, also long after it was made", async () => {
    const id = await customer();
    let row = await creditCustomer(api, id, 9_000_00n);
    api.clock.advance(60 * DAY);
    for (const cents of [9_000_00n, 9_100_00n]) {
      row = await creditAgain(api, row, cents);
      await watchAll(api);
      expect(await caseOf(id, "structuring")).toBeUndefined();
      api.clock.advance(DAY);
    }
    await creditAgain(api, row, 9_200_00n);
    await watchAll(api);
    const [alert] = await alertsOf(id, "structuring");
    expect(JSON.parse(alert?.found_rows ?? "")).toEqual([row.reference]);
    // Those of the last 30 days.
    const { deposited } = await readMoney(api.services, id);
    expect(deposited).toBe(27_300_00n);
  });

  test("a second payment with a reference passes through although the first one stays", async () => {
    const id = await customer();
    const row = await creditCustomer(api, id, 9_500_00n);
    api.clock.advance(2 * DAY);
    await creditAgain(api, row, 6_000_00n);
    const services = { ...api.services, worths: new Worths(api.services) };
    const rules = new Map([["in_and_out", RULE_DEFAULTS.in_and_out]] as const);
    const [history] = await readHistories(
      services,
      rules,
      await findMonitored(read(), [id]),
      api.clock.now(),
    );
    expect(history?.moves.map(({ amount, at, reference }) => [amount, at, reference])).toEqual([
      [9_500_00n, api.clock.now() - 2 * DAY, row.reference],
      [6_000_00n, api.clock.now(), row.reference],
    ]);
    expect(history?.moves[0]?.id).toBe(row.id);
  });

  test("a rule that finds more adds to the open case, and opens another once that is closed", async () => {
    const id = await customer();
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect(await alertsOf(id, "structuring")).toHaveLength(2);
    const first = await caseOf(id, "structuring");
    const closed = {
      closed_at: BigInt(api.clock.now()),
      closed_by: "test",
      outcome: "nothing_found",
    } as const;
    await api.services.database.write((tx) => changeOpenCase(tx, first?.id ?? "", closed));
    await watchAll(api);
    expect(await caseOf(id, "structuring")).toBeUndefined();
    await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect(await alertsOf(id, "structuring")).toHaveLength(1);
    const all = await listCases(read(), { customer: id, now: BigInt(api.clock.now()), limit: 10 });
    expect(all.map(({ rule }) => rule)).toEqual(["structuring", "structuring"]);
  });

  test("the same is found once, by several processes and however often it is read again", async () => {
    const id = await customer();
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await watchAll(api, 4);
    // As if a process had died before it noted how far it had come.
    await api.services.database.write((tx) =>
      tx
        .updateTable("seal_readers")
        .set({ seal: 0n, entries: 0n })
        .where("name", "=", "monitoring")
        .execute(),
    );
    await watchAll(api, 2);
    expect(await alertsOf(id, "structuring")).toHaveLength(1);
    const all = await listCases(read(), { customer: id, now: BigInt(api.clock.now()), limit: 10 });
    expect(all).toHaveLength(1);
  });

  test("one process looks; another goes on once that one has died, and not before", async () => {
    const [first, second] = [createWatcher(api.services), createWatcher(api.services)];
    await watchAll(api);
    expect([await first.step(), await second.step()]).toEqual(["idle", "busy"]);
    const id = await customer();
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await sealAll(api.services);
    expect(await second.step()).toBe("busy");
    expect(await alertsOf(id, "structuring")).toEqual([]);
    api.clock.advance(5_000);
    expect([await second.step(), await first.step()]).toEqual(["looked", "busy"]);
    expect(await alertsOf(id, "structuring")).toHaveLength(1);
    await second.stop();
    expect(await first.step()).toBe("idle");
    await first.stop();
  });

  test("a step keeps its turn for as long as it takes, and one that fails gives it back", async () => {
    await watchAll(api);
    let passed = 0;
    const slowClock = { ...api.services.clock, now: () => api.clock.now() + (passed += 500) };
    const slow = createWatcher({ ...api.services, clock: slowClock });
    expect(await slow.step()).toBe("idle");
    for (let made = 0; made < 8; made += 1) await creditCustomer(api, await customer(), 8_000_00n);
    await sealAll(api.services);
    const begun = passed;
    expect(await slow.step()).toBe("looked");
    expect(passed - begun).toBeGreaterThan(5_000);
    const { leased_until } = await read()
      .selectFrom("seal_readers")
      .select("leased_until")
      .where("name", "=", "monitoring")
      .executeTakeFirstOrThrow();
    expect(Number(leased_until)).toBeGreaterThan(api.clock.now() + passed);
    await slow.stop();
    api.clock.advance(passed);
    const other = createWatcher(api.services);
    // The third time that is asked for is that of the events.
    let asked = 0;
    const now = () => {
      asked += 1;
      if (asked === 3) throw new Error("no time");
      return api.clock.now();
    };
    const failing = createWatcher({ ...api.services, clock: { ...api.services.clock, now } });
    await expect(failing.step()).rejects.toThrow("no time");
    expect(await other.step()).toBe("idle");
    await other.stop();
  });

  test("a look that fails twice goes back to the earlier time", async () => {
    const id = await customer();
    const fail = (created_at: bigint, due_at: bigint) =>
      api.services.database.write((tx) => lookAfterFailure(tx, { user_id: id, created_at, due_at }));
    const dueOf = async () => (await listDueEvents(read(), 100n, 10)).filter(({ user_id }) => user_id === id);
    await fail(5n, 10n);
    await fail(7n, 20n);
    expect(await dueOf()).toMatchObject([{ created_at: 5n, due_at: 20n }]);
    await fail(3n, 30n);
    const [last] = await dueOf();
    expect(last).toMatchObject({ created_at: 3n, due_at: 30n });
    if (last !== undefined) await api.services.database.write((tx) => noteLooked(tx, last));
    await fail(9n, 40n);
    const [again] = await dueOf();
    expect(again).toMatchObject({ created_at: 9n, due_at: 40n });
    if (again !== undefined) await api.services.database.write((tx) => noteLooked(tx, again));
  });

  test("what several seals have of a customer is looked at in one step", async () => {
    const watcher = createWatcher(api.services);
    await watchAll(api);
    const id = await customer();
    for (let made = 0; made < 3; made += 1) {
      await creditCustomer(api, id, 8_000_00n);
      await sealAll(api.services);
    }
    expect([await watcher.step(), await watcher.step()]).toEqual(["looked", "idle"]);
    expect(await alertsOf(id, "structuring")).toHaveLength(1);
    await watcher.stop();
  });

  test("a new reader begins after what is sealed by then", async () => {
    const id = await customer();
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await sealAll(api.services);
    await api.services.database.write((tx) =>
      tx.deleteFrom("seal_readers").where("name", "=", "monitoring").execute(),
    );
    await watchAll(api);
    expect(await caseOf(id, "structuring")).toBeUndefined();
    await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect((await alertsOf(id, "structuring")).length).toBeGreaterThan(0);
  });

  test("a rule that is off finds nothing, and one with other figures finds by them", async () => {
    await setRule("structuring", false);
    const id = await customer();
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect(await caseOf(id, "structuring")).toBeUndefined();
    // Earlier deposits are not looked at again.
    api.clock.advance(120_000);
    await setRule("structuring", true, { count: 5 });
    await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect(await caseOf(id, "structuring")).toBeUndefined();
    api.clock.advance(120_000);
    await setRule("structuring", true);
    await creditCustomer(api, id, 8_000_00n);
    await watchAll(api);
    expect(await alertsOf(id, "structuring")).toHaveLength(1);
  });

  test("a new device and a new payee hold withdrawals silently", async () => {
    const id = await customer();
    const created_at = BigInt(api.clock.now());
    await api.services.database.write(async (tx) => {
      await lookAt(tx, { user_id: id, kind: "device", about: "mark", created_at });
      await lookAtPayee(tx, { id: "payee", user_id: id, created_at });
    });
    await watchAll(api);
    expect(await caseOf(id, "woken")).toMatchObject({ holds: 1n });
    expect(await isHeld(id)).toBe(true);
    expect(await listDueEvents(read(), created_at + 1n, 10)).toEqual([]);
  });

  test("a customer who cannot be looked at keeps rules from no one else, and is looked at again", async () => {
    const [broken, other] = [await customer(), await customer()];
    await api.services.database.write(async (tx) => {
      const at = BigInt(api.clock.now());
      const sent = { saved_at: at, submitted_at: at, decided_at: null, decided_by: null, sent_back: null };
      const identity = { user_id: broken, form: "not sealed" as never, ...sent };
      await tx.insertInto("identities").values(identity).execute();
    });
    for (const id of [broken, other])
      for (let made = 0; made < 3; made += 1) await creditCustomer(api, id, 8_000_00n);
    await watchAll(api, 1);
    expect(await alertsOf(other, "structuring")).toHaveLength(1);
    expect(await caseOf(broken, "structuring")).toBeUndefined();
    await api.services.database.write((tx) =>
      tx.deleteFrom("identities").where("user_id", "=", broken).execute(),
    );
    api.clock.advance(60_000);
    await watchAll(api, 1);
    expect(await alertsOf(broken, "structuring")).toHaveLength(1);
  });

  test("coins that were bought by card are what was paid, and what came of it", async () => {
    const id = await customer();
    const { reference } = await creditCustomer(api, id, 1_000_00n, "onramp", {
      units: 1_000_000n,
      currency: "BTC",
    });
    const services = { ...api.services, worths: new Worths(api.services) };
    const rules = new Map([["in_and_out", RULE_DEFAULTS.in_and_out]] as const);
    const customers = await findMonitored(read(), [id]);
    const [history] = await readHistories(services, rules, customers, api.clock.now());
    expect(history?.moves).toMatchObject([
      {
        reference,
        kind: "deposit",
        currency: "AUD",
        amount: 1_000_00n,
        worth: 1_000_00n,
        isFiat: true,
        cash: false,
        got: { currency: "BTC", amount: 1_000_000n, isFiat: false },
      },
    ]);
    // Four fifths of the coins go out again: four fifths of what was paid.
    const [bought] = history?.moves ?? [];
    const out = {
      ...bought,
      id: "out",
      reference: "OUT",
      kind: "withdrawal",
      currency: "BTC",
      amount: 800_000n,
      at: api.clock.now(),
      got: undefined,
    } as const;
    const moves = [...(history?.moves ?? []), out] as Move[];
    const context = { now: api.clock.now(), dayOf: () => "2026-11-27" };
    const found = (amount: bigint) =>
      findBy(
        "in_and_out",
        { id, createdAt: 0, moves: moves.with(1, { ...out, amount } as Move) },
        context,
      ).map(({ rows }) => rows);
    expect([found(800_000n), found(799_999n)]).toEqual([[[reference, "OUT"]], []]);
  });

  test("customers with many movements among others are looked at as a whole", async () => {
    const people = [await customer(), await customer(), await customer()];
    const rowsOf = (user_id: string, count: number) =>
      Array.from({ length: count }, (_, place) => {
        const at = BigInt(api.clock.now() - (count - place) * 1_000);
        return {
          id: `${user_id}-${place}`,
          user_id,
          reference: `${user_id}-${place}`,
          transaction_type: "deposit",
          status: "completed",
          credit: 10_00n,
          credit_currency: "AUD",
          debit: 10_00n,
          debit_currency: "AUD",
          created_at: at,
          updated_at: at,
        } as const;
      });
    const counts = [3, 1_200, 400];
    await api.services.database.write(async (tx) => {
      for (const [place, id] of people.entries())
        for (let rows = rowsOf(id, counts[place] ?? 0); rows.length > 0; rows = rows.slice(200))
          await tx.insertInto("transactions").values(rows.slice(0, 200)).execute();
    });
    const services = { ...api.services, worths: new Worths(api.services) };
    const rules = new Map([["structuring", RULE_DEFAULTS.structuring]] as const);
    const customers = await findMonitored(read(), people);
    const histories = await readHistories(services, rules, customers, api.clock.now());
    const movesOf = new Map(histories.map(({ id, moves }) => [id, moves.map((move) => move.reference)]));
    expect(people.map((id) => movesOf.get(id))).toEqual(
      people.map((id, place) => rowsOf(id, counts[place] ?? 0).map(({ reference }) => reference)),
    );
  });

  test("everyone who shares something is looked at", async () => {
    const people = [await customer(), await customer(), await customer()];
    const share = (id: string) =>
      api.services.database.write(async (tx) => {
        const place = { user_id: id, kind: "device", mark: "shared", seen_at: 0n } as const;
        await tx.insertInto("known_devices").values(place).execute();
        const created_at = BigInt(api.clock.now());
        await lookAt(tx, { user_id: id, kind: "look", about: "shared", created_at });
      });
    for (const id of people.slice(0, 2)) await share(id);
    await watchAll(api);
    expect(await caseOf(people[0] ?? "", "shared")).toBeUndefined();
    await share(people[2] ?? "");
    await watchAll(api);
    for (const id of people) expect(await alertsOf(id, "shared")).toHaveLength(1);
  });
});
