import { addDays } from "@wattle/contracts/days";
import type { UserStatus } from "@wattle/contracts/accounts";
import type { RecurringBuy, RecurringBuys, RecurringRun } from "@wattle/contracts/recurring";
import { runDay } from "@wattle/contracts/recurring-days";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal } from "../testing/exchanges.ts";
import { mailAllReceipts } from "../testing/receipts.ts";
import { mailsTo, type Mail } from "../testing/visitor.ts";
import { runDueBuys, startRecurringBuys } from "./run-due-buys.ts";

const EMAIL = "customer@demo.test";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SYDNEY = "Australia/Sydney";
/** Ten in the morning in Sydney, as near to now as sessions need it. */
const TEN = (() => {
  const local = runDay(Date.now(), SYDNEY);
  const noonUtc = Date.parse(`${local}T00:00:00Z`);
  return (
    [-11, -10, -9]
      .map((hours) => noonUtc + (10 + hours) * HOUR)
      .find((moment) => runDay(moment, SYDNEY) === local && runDay(moment - 2 * HOUR, SYDNEY) < local) ??
    noonUtc
  );
})();

/** Smallest units of a balance; nothing of a currency is zero. */
const unitsOf = (balance = "0"): bigint => BigInt(balance.replace(".", ""));

describe.each(DIALECTS)("recurring buys on %s", (dialect) => {
  let app: TestApp;
  let other: TestApp;
  let customer: TestClient;
  let userId: string;
  let today: string;

  beforeAll(async () => {
    app = await startTestApp({ dialect, now: TEN });
    // Another process of the same installation.
    other = await startTestApp({ dialect, databaseUrl: app.databaseUrl, now: TEN });
    customer = app.client();
    userId = (await customer.login(EMAIL)).user.id;
  });
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await other.close();
    await app.close();
  });
  beforeEach(() => {
    today = runDay(app.clock.now(), SYDNEY);
  });

  const wanted = (changes: object = {}) => ({
    credit_currency: "AUD",
    debit_currency: "BTC",
    amount: "100.00",
    max_price: "1000000",
    frequency: "weekly",
    first_on: today,
    ...changes,
  });
  const setUp = async (changes: object = {}): Promise<RecurringBuy> => {
    const { status, data, errors } = await mutate<RecurringBuy>(
      customer,
      "recurring.create",
      wanted(changes),
    );
    expect(status, JSON.stringify(errors)).toBe(200);
    return data;
  };
  const severally = async (count: number, changes: object = {}): Promise<RecurringBuy[]> => {
    const plans: RecurringBuy[] = [];
    while (plans.length < count) plans.push(await setUp(changes));
    return plans;
  };
  const run = () => runDueBuys(app.services);
  const planNow = async (id: string): Promise<RecurringBuy | undefined> =>
    (await query<RecurringBuys>(customer, "recurring.list")).data.buys.find((each) => each.id === id);
  const runsOf = async (id: string): Promise<RecurringRun[]> =>
    (await query<RecurringRun[]>(customer, "recurring.runs", { id })).data;
  const act = (name: string, input: object, client = customer) =>
    mutate<RecurringBuy>(client, `recurring.${name}`, input);
  const end = async (id: string): Promise<void> => void (await act("cancel", { id }));
  const newest = async (): Promise<Mail | undefined> => (await mailsTo(app, EMAIL))[0];
  const move = (milliseconds: number): void => {
    app.clock.advance(milliseconds);
    other.clock.advance(milliseconds);
  };

  test("is made on its day, in history, balance, runs and by email, and then waits for the next one", async () => {
    const before = await balanceOf(customer);
    const total = await historyTotal(customer);
    const plan = await setUp();
    expect(plan).toMatchObject({ status: "active", next_on: today, amount: "100.00" });
    await run();
    const after = await balanceOf(customer);
    expect(unitsOf(before["AUD"]) - unitsOf(after["AUD"])).toBe(10_000n);
    expect(unitsOf(after["BTC"])).toBeGreaterThan(unitsOf(before["BTC"]));
    const [made] = await runsOf(plan.id);
    expect(made).toMatchObject({ on: today, outcome: "bought", reason: null });
    expect(await planNow(plan.id)).toMatchObject({ next_on: addDays(today, 7) });
    const mail = await newest();
    expect(mail?.subject).toBe(`You bought ${made?.bought} BTC`);
    expect(mail?.text).toContain("Your weekly buy: 100.00 AUD, fee 1.00 AUD. Next on ");
    expect(mail?.text).toContain(`/dashboard/transactions-history/receipt?id=${made?.transaction_id}`);
    await run();
    expect(await historyTotal(customer)).toBe(total + 1);
    await end(plan.id);
  });

  test("several processes at once, and again and again, make one buy and send one email", async () => {
    const total = await historyTotal(customer);
    const plans = await severally(3);
    const mails = (await mailsTo(app, EMAIL)).length;
    await Promise.all([app, other, app, other].map(({ services }) => runDueBuys(services)));
    await Promise.all([app, other].map(({ services }) => runDueBuys(services)));
    await mailAllReceipts(app);
    expect(await historyTotal(customer)).toBe(total + plans.length);
    expect((await mailsTo(app, EMAIL)).length).toBe(mails + plans.length);
    for (const { id } of plans) {
      expect((await runsOf(id)).map(({ outcome }) => outcome)).toEqual(["bought"]);
      await end(id);
    }
  });

  test("a process that dies before the commit has done nothing, one that dies after it everything", async () => {
    const total = await historyTotal(customer);
    const plan = await setUp();
    const { database } = app.services;
    const write = database.write.bind(database);
    const dying = (when: "before" | "after") =>
      vi.spyOn(database, "write").mockImplementationOnce(async (work) => {
        if (when === "after") await write(work);
        throw new Error("killed");
      });
    const before = dying("before");
    await run();
    before.mockRestore();
    expect(await historyTotal(customer)).toBe(total);
    expect(await runsOf(plan.id)).toEqual([]);
    const after = dying("after");
    await run();
    after.mockRestore();
    await run();
    expect(await historyTotal(customer)).toBe(total + 1);
    expect((await runsOf(plan.id)).length).toBe(1);
    await end(plan.id);
  });

  test("before nine in the morning of its day it waits", async () => {
    const plan = await setUp({ first_on: addDays(today, 1) });
    move(23 * HOUR - 1000);
    await run();
    expect(await runsOf(plan.id)).toEqual([]);
    move(1000);
    await run();
    expect((await runsOf(plan.id))[0]?.outcome).toBe("bought");
    await end(plan.id);
    move(HOUR);
  });

  describe("is missed, said and not tried again", () => {
    const words = async (): Promise<string> => (await newest())?.text.replaceAll(/\s+/g, " ") ?? "";

    const expectMissed = async (changes: object, reason: string, text: string | RegExp): Promise<void> => {
      const plan = await setUp(changes);
      const before = [await balanceOf(customer), await historyTotal(customer)];
      await run();
      await run();
      expect([await balanceOf(customer), await historyTotal(customer)]).toEqual(before);
      expect(await runsOf(plan.id)).toMatchObject([{ on: today, outcome: "missed", reason, bought: null }]);
      expect((await newest())?.subject).toBe("We skipped your weekly buy");
      expect(await words()).toMatch(text);
      expect((await planNow(plan.id))?.next_on).toBe(addDays(today, 7));
      await end(plan.id);
    };

    test("with too little money", async () => {
      // More than the two before it leave.
      const amount = "100000.00";
      const plans = [await setUp({ amount }), await setUp({ amount })];
      await run();
      for (const { id } of plans) await end(id);
      await expectMissed({ amount }, "insufficient_funds", /You needed [\d,]+\.\d\d AUD more\. Next on /);
      expect(await words()).toContain("Make a deposit");
    });

    test("above the highest price", () =>
      expectMissed(
        { max_price: "1000.00" },
        "price_above_bound",
        /BTC was at [\d,]+\.\d\d AUD, above your highest price of 1,000\.00 AUD\./,
      ));

    test.each([
      ["blocked", { status: "blocked" }, "account_blocked", "Your account is blocked. Contact support."],
      // No mail tells of a silent hold.
      ["on hold", { on_hold: '["trading"]' }, "refused", undefined],
    ] as const)("with the account %s", async (_, changes, reason, text) => {
      const plan = await setUp();
      const change = (to: { status?: UserStatus; on_hold?: string }): Promise<unknown> =>
        app.services.database.write((tx) =>
          tx.updateTable("users").set(to).where("id", "=", userId).execute(),
        );
      await change(changes);
      const before = await newest();
      await run();
      if (text === undefined) expect(await newest()).toEqual(before);
      else expect(await words()).toContain(text);
      await change({ status: "verified", on_hold: "[]" });
      expect(await runsOf(plan.id)).toMatchObject([{ outcome: "missed", reason }]);
      await end(plan.id);
    });

    test.each(["trading", "pair:BTC/AUD"])("with %s paused", async (what) => {
      const operator = app.client();
      await operator.login("operator@demo.test");
      const turn = (paused: boolean) => mutate(operator, "ops.switches.set", { what, paused });
      expect((await turn(true)).status).toBe(200);
      await expectMissed({}, "paused", "Trading BTC for AUD was paused.");
      expect((await turn(false)).status).toBe(200);
    });

    test("more than 24 hours late", async () => {
      const plan = await setUp();
      const total = await historyTotal(customer);
      move(DAY);
      await run();
      expect(await historyTotal(customer)).toBe(total);
      expect(await runsOf(plan.id)).toMatchObject([{ on: today, outcome: "missed", reason: "late" }]);
      expect(await words()).toContain("We couldn’t make it within 24 hours.");
      await end(plan.id);
    });
  });

  test("without a price it waits for one, and holds up no other plan", async () => {
    const [waiting, ready] = [await setUp(), await setUp({ debit_currency: "ETH" })];
    const { rates } = app.services;
    const current = rates.current.bind(rates);
    const { RateUnavailableError } = await import("../prices/rate-service.ts");
    const spy = vi.spyOn(rates, "current").mockImplementation(async (symbol, currency) => {
      if (symbol === "BTC") throw new RateUnavailableError(symbol, currency, []);
      return current(symbol, currency);
    });
    await run();
    spy.mockRestore();
    expect(await runsOf(waiting.id)).toEqual([]);
    expect((await runsOf(ready.id))[0]?.outcome).toBe("bought");
    await run();
    expect((await runsOf(waiting.id))[0]?.outcome).toBe("bought");
    await end(waiting.id);
    await end(ready.id);
  });

  describe("is changed by its owner", () => {
    test("paused it is not made, resumed it goes on with its next day", async () => {
      const plan = await setUp();
      expect((await act("pause", { id: plan.id })).data).toMatchObject({ status: "paused", next_on: null });
      await run();
      expect(await runsOf(plan.id)).toEqual([]);
      expect((await act("pause", { id: plan.id })).code).toBe("state_conflict");
      expect((await act("resume", { id: plan.id })).data).toMatchObject({
        status: "active",
        next_on: addDays(today, 7),
      });
      await run();
      expect(await runsOf(plan.id)).toEqual([]);
      await end(plan.id);
    });

    test("paused while it is being made: one or the other, never both", async () => {
      const plan = await setUp();
      const total = await historyTotal(customer);
      await Promise.all([run(), act("pause", { id: plan.id })]);
      const isMade = (await historyTotal(customer)) > total;
      expect((await runsOf(plan.id)).length).toBe(isMade ? 1 : 0);
      await end(plan.id);
    });

    test("its next day is skipped, once however often that is pressed", async () => {
      const plan = await setUp();
      const answers = await Promise.all([1, 2, 3].map(() => act("skip", { id: plan.id, on: today })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await planNow(plan.id)).toMatchObject({ next_on: addDays(today, 7) });
      await run();
      expect(await runsOf(plan.id)).toMatchObject([{ on: today, outcome: "skipped" }]);
      await end(plan.id);
    });

    test("cancelled it stays so", async () => {
      const plan = await setUp();
      await end(plan.id);
      await run();
      expect(await runsOf(plan.id)).toEqual([]);
      for (const name of ["pause", "resume", "cancel"]) {
        expect((await act(name, { id: plan.id })).code).toBe("state_conflict");
      }
      expect(await planNow(plan.id)).toMatchObject({ status: "cancelled", next_on: null });
    });

    test("another customer finds nothing of it", async () => {
      const plan = await setUp();
      const stranger = app.client();
      await stranger.login("nigeria@demo.test");
      for (const name of ["pause", "resume", "cancel"]) {
        expect((await act(name, { id: plan.id }, stranger)).status).toBe(404);
      }
      expect((await act("skip", { id: plan.id, on: today }, stranger)).status).toBe(404);
      expect((await query(stranger, "recurring.runs", { id: plan.id })).status).toBe(404);
      expect((await query<RecurringBuys>(stranger, "recurring.list")).data.buys).toEqual([]);
      await end(plan.id);
    });
  });

  test.each([
    ["a day that is past", { first_on: "2020-01-01" }, "first_on", "Choose a day within the next year"],
    ["a day too far ahead", { first_on: "2999-01-01" }, "first_on", "Choose a day within the next year"],
    ["no day", { first_on: "31/12/2026" }, "first_on", "Choose a day"],
    ["a frequency that does not exist", { frequency: "daily" }, "frequency", "Choose how often"],
    ["an amount that is too small", { amount: "1.00" }, "amount", "Minimum: 100.00 AUD"],
    ["an amount that is too large", { amount: "900000.00" }, "amount", /^Maximum: [\d,]+\.00 AUD$/],
    ["too many decimals", { amount: "100.001" }, "amount", "Too many decimals for this currency"],
    ["a highest price of zero", { max_price: "0" }, "max_price", "Enter an amount above zero"],
    ["no highest price", { max_price: "" }, "max_price", "Enter amount"],
    [
      "a sale",
      { credit_currency: "BTC", debit_currency: "AUD", amount: "0.01" },
      "debit_currency",
      "Pay with money to buy a coin",
    ],
    ["money for money", { debit_currency: "AUD" }, "debit_currency", "Pay with money to buy a coin"],
    [
      "a currency that is not offered",
      { credit_currency: "NGN", amount: "100000.00" },
      "credit_currency",
      "We don't offer this currency.",
    ],
  ])("%s is refused at its field", async (_, changes, field, message) => {
    const { status, errors } = await mutate(customer, "recurring.create", wanted(changes));
    expect(status).toBe(422);
    expect(Object.keys(errors ?? {})).toEqual([field]);
    expect(errors?.[field]?.[0]).toMatch(message);
  });

  test("a session that was not confirmed lately sets up and resumes none, and stops what there is", async () => {
    const plan = await setUp();
    const late = await startTestApp({
      dialect,
      databaseUrl: app.databaseUrl,
      now: app.clock.now(),
      confirms: false,
    });
    const client = late.client();
    await client.login(EMAIL);
    late.clock.advance(6 * 60_000);
    expect((await mutate(client, "recurring.create", wanted())).code).toBe("confirmation_required");
    expect((await act("pause", { id: plan.id }, client)).status).toBe(200);
    expect((await act("resume", { id: plan.id }, client)).code).toBe("confirmation_required");
    expect((await act("cancel", { id: plan.id }, client)).status).toBe(200);
    await late.close();
  });

  test("20 at most", async () => {
    const plans = await severally(20, { first_on: addDays(today, 3) });
    const more = await mutate(customer, "recurring.create", wanted());
    expect(more.errors).toEqual({ amount: ["You have 20 recurring buys already"] });
    for (const { id } of plans) await end(id);
  });

  test("the sweep runs at once and again after each wait, and stops", async () => {
    const plan = await setUp();
    const waits: (() => void)[] = [];
    const stop = startRecurringBuys(app.services, (next) => {
      waits.push(next);
      return () => void waits.splice(waits.indexOf(next), 1);
    });
    await expect.poll(() => waits.length).toBe(1);
    expect((await runsOf(plan.id)).length).toBe(1);
    await stop();
    expect(waits).toEqual([]);
    await end(plan.id);
  });
});
