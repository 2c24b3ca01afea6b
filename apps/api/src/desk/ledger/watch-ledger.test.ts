import { openDatabase } from "@wattle/db/database";
import { advanceOwed } from "@wattle/db/owed";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers, runAsProgram } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startBookSeals } from "../../book-seals/start-book-seals.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { createVitals } from "../../vitals.ts";
import { startLedgerWatch } from "./watch-ledger.ts";

const EVERY = 300_000;

describe.each(DIALECTS)("the ledger's own check on %s", (dialect) => {
  let app: TestApp;
  const waits: (() => void)[] = [];
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  const checked = async (): Promise<void> => {
    app.services.vitals.ledger = undefined;
    app.clock.advance(EVERY);
    waits.shift()?.();
    await expect.poll(() => app.services.vitals.ledger).toBeDefined();
    await expect.poll(() => waits.length).toBe(1);
  };
  const pausedNow = async (): Promise<string[]> => {
    const rows = await app.services.database.read.selectFrom("switches").selectAll().execute();
    return rows.filter(({ paused, set_by }) => paused === 1n && set_by === "system").map(({ what }) => what);
  };
  const mailed = () =>
    app.services.database.read.selectFrom("outbox").select(["recipient", "subject"]).execute();

  test("finds nothing in books that add up; a mismatch pauses money, once, and is reported", async () => {
    const stop = startLedgerWatch(app.services, (run) => {
      waits.push(run);
      return () => undefined;
    });
    await expect.poll(() => waits.length).toBe(1);
    expect(app.services.vitals.ledger).toMatchObject({ mismatches: 0 });
    expect(await pausedNow()).toEqual([]);
    const customer = app.client();
    const { user } = await customer.login("customer@demo.test");
    const held = await holdRate(customer);

    await changePastTriggers(app.services.database, [
      `update ledger_balances set balance = balance + 1 where account_id = 'customer:${user.id}:available:BTC'`,
    ]);
    const { database } = app.services;
    const { write } = database;
    vi.spyOn(database, "write")
      .mockImplementationOnce(write)
      .mockRejectedValueOnce(new Error("the database is away"));
    await checked();
    expect(await pausedNow()).toEqual([]);
    await checked();
    expect(app.services.vitals.ledger?.mismatches).toBeGreaterThan(0);
    expect((await pausedNow()).toSorted()).toEqual(["deposits", "trading", "withdrawals"]);
    expect(await postExchange(customer, payloadOf(held, "0.01"))).toMatchObject({
      status: 503,
      body: { code: "paused" },
    });
    expect(await mailed()).toEqual([
      { recipient: "operator@demo.test", subject: "The ledger does not add up" },
    ]);
    const reports = () => app.log.filter(({ msg }) => msg === "the ledger does not add up: money is paused");
    // One of them was cut off.
    expect(reports()).toHaveLength(2);

    const operator = app.client();
    await operator.login("operator@demo.test");
    const goOn = () => mutate(operator, "ops.switches.set", { what: "trading", paused: false });
    await goOn();
    // A later movement on the wrong account does not make the same mismatch a new one.
    const exchanged = async (): Promise<void> =>
      expect(await postExchange(customer, payloadOf(await holdRate(customer), "0.01"))).toMatchObject({
        status: 201,
      });
    await exchanged();
    await checked();
    expect((await pausedNow()).toSorted()).toEqual(["deposits", "withdrawals"]);
    expect(reports()).toHaveLength(2);

    // The same goes for what customers own together.
    const takeInSeals = async (): Promise<void> => {
      await startBookSeals(app.services)();
      await advanceOwed(database);
    };
    await takeInSeals();
    await changePastTriggers(app.services.database, ["update owed_totals set totals = '{}'"]);
    await checked();
    expect(await pausedNow()).toContain("trading");
    expect(reports()).toHaveLength(3);
    await goOn();
    await exchanged();
    await takeInSeals();
    await checked();
    expect(await pausedNow()).not.toContain("trading");
    expect(reports()).toHaveLength(3);
    await stop();
  });

  test("believes nothing of what it found that someone has written into the database", async () => {
    const stop = startLedgerWatch(app.services, (run) => {
      waits.push(run);
      return () => undefined;
    });
    await expect.poll(() => waits.length).toBe(1);
    const before = app.services.vitals.ledger;
    const { database } = app.services;
    await changePastTriggers(database, [
      `update ledger_checks set found = '{"endedAt":9e15,"milliseconds":1,"mismatches":[],"sealed":"1"}'`,
    ]);
    await checked();
    expect(app.services.vitals.ledger).toMatchObject({ mismatches: before?.mismatches });
    expect(app.log.some(({ msg }) => msg === "what the last check of the ledger found cannot be read")).toBe(
      true,
    );
    await stop();
  });

  test("what could not be compared counts as unchecked until it is", async () => {
    const stop = startLedgerWatch(app.services, (run) => {
      waits.push(run);
      return () => undefined;
    });
    await expect.poll(() => waits.length).toBe(1);
    const { database, vitals } = app.services;
    const rename = (from: string, to: string) =>
      runAsProgram(database, `alter table ${from} rename to ${to}`);
    const look = async (): Promise<number | undefined> => {
      app.clock.advance(EVERY);
      waits.shift()?.();
      await expect.poll(() => waits.length).toBe(1);
      return vitals.ledger?.checkedAt;
    };
    const before = vitals.ledger?.checkedAt;
    await rename("receivables", "elsewhere");
    expect(await look()).toBe(before);
    expect(app.log.some(({ msg }) => msg === "the ledger could not be checked")).toBe(true);
    await rename("elsewhere", "receivables");
    expect(await look()).toBe(app.clock.now());
    await stop();
  });

  test("a key that was once opened checks seals after a restart, also if its row was changed", async () => {
    const { database, vitals } = app.services;
    const sign = startBookSeals(app.services);
    await sign();
    const start = async (): Promise<void> => {
      let looks = 0;
      const stop = startLedgerWatch(app.services, () => {
        looks += 1;
        return () => undefined;
      });
      await expect.poll(() => looks).toBe(1);
      await stop();
    };
    await start();
    const rows = await database.read.selectFrom("signing_keys").select(["kid", "private_pkcs8"]).execute();
    const change = (to: (row: { readonly private_pkcs8: unknown }) => unknown): Promise<void> =>
      changePastTriggers(
        database,
        rows.map(
          (row) => `update signing_keys set private_pkcs8 = '${String(to(row))}' where kid = '${row.kid}'`,
        ),
      );
    await change(() => "v1.zz.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA");
    const before = vitals.ledger;
    app.clock.advance(EVERY);
    await start();
    expect(vitals.ledger).toMatchObject({ checkedAt: app.clock.now(), mismatches: before?.mismatches });
    await change(({ private_pkcs8 }) => private_pkcs8);
  });

  test("is made by one of two processes, and by the other once that one has gone", async () => {
    const start = (services: TestApp["services"]) => {
      const looks: (() => void)[] = [];
      const stop = startLedgerWatch(services, (run) => {
        looks.push(run);
        return () => undefined;
      });
      const looked = (): Promise<void> => expect.poll(() => looks.length).toBe(1);
      return {
        stop,
        looked,
        look: () => looks.shift()?.(),
        checkedAt: () => services.vitals.ledger?.checkedAt,
      };
    };
    const database = await openDatabase(app.databaseUrl);
    const one = start(app.services);
    const other = start({ ...app.services, database, vitals: createVitals() });
    const both = async (): Promise<(number | undefined)[]> => {
      for (const process of [one, other]) process.look();
      for (const process of [one, other]) await process.looked();
      return [one.checkedAt(), other.checkedAt()];
    };
    await Promise.all([one.looked(), other.looked()]);
    const started = app.clock.now();
    const left = EVERY - (started % EVERY);
    expect([one.checkedAt(), other.checkedAt()]).toEqual([started, started]);
    app.clock.advance(left - 1);
    expect(await both()).toEqual([started, started]);
    app.clock.advance(1);
    const due = app.clock.now();
    expect(new Set(await both())).toEqual(new Set([started, due]));
    expect(await both()).toEqual([due, due]);

    // A moment that has not been yet keeps no process from it.
    await database.write(async (tx) => {
      await tx
        .updateTable("ledger_checks")
        .set({ begun_at: BigInt(due + 1000 * EVERY) })
        .execute();
    });
    app.clock.advance(EVERY);
    expect(new Set(await both())).toEqual(new Set([due, due + EVERY]));

    // Nor does a turn that someone writes down again and again: no check has ended for a quarter of an hour.
    app.clock.advance(3 * EVERY + 1);
    await database.write(async (tx) => {
      await tx
        .updateTable("ledger_checks")
        .set({ begun_at: BigInt(app.clock.now()) })
        .execute();
    });
    expect(await both()).toContain(app.clock.now());

    await one.stop();
    app.clock.advance(EVERY);
    other.look();
    await other.looked();
    expect(other.checkedAt()).toBe(app.clock.now());
    await other.stop();
    await database.close();
  });
});
