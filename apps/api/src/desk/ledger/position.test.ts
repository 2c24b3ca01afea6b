import type { LedgerAccounts, LedgerCheck } from "@wattle/contracts/ledger";
import type { PositionRow, PositionTradeRecord } from "@wattle/contracts/position";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { newestSeal } from "@wattle/db/book-seals/book-rows";
import { availableAccount, houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { sumOfBalances } from "@wattle/db/owed";
import { saveHedgingPolicy } from "@wattle/db/hedging";
import { DIALECTS } from "@wattle/db/testing/databases";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startBookSeals } from "../../book-seals/start-book-seals.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { judgePositions, startPositionGuard } from "./position-guard.ts";
import { unitsOf } from "../../testing/units.ts";

const TRADE = { side: "buy", currency: "BTC", amount: "0.5", price: "150000.5", in: "AUD", venue: "Kraken" };

describe.each(DIALECTS)("the house's position on %s", (dialect) => {
  let app: TestApp;
  let finance: TestClient;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    finance = (await newStaff(app, "finance")).client;
    customer = app.client();
    await customer.login("customer@demo.test");
    // The card provider owes coins of the demo's opening: the operator takes some out, so that coins are missing.
    await move(houseAccount("own", "BTC"), houseAccount("inventory", "BTC"), 300_000_000n);
  });
  afterAll(() => app.close());

  const move = (source: LedgerAccountId, destination: LedgerAccountId, amount = 10_000_000n) =>
    app.services.database.write((tx) =>
      postEntry(tx, {
        id: app.services.ids.uuid(),
        kind: "test",
        description: "Coins of a test",
        createdBy: "test",
        createdAt: BigInt(app.clock.now()),
        postings: [{ source, destination, currency: "BTC", amount }],
      }),
    );
  const trade = (more: object = {}) =>
    mutate<PositionTradeRecord>(finance, "ops.position.recordTrade", { ...TRADE, ...more });
  const position = async (code = "BTC"): Promise<PositionRow> => {
    const { data } = await query<{ data: PositionRow[] }>(finance, "ops.position.list");
    const row = data.data.find(({ currency }) => currency === code);
    if (row === undefined) throw new Error(`${code} has no position`);
    return row;
  };
  const books = async (at?: string): Promise<LedgerAccounts> =>
    (await query<LedgerAccounts>(finance, "ops.ledger.accounts", at === undefined ? {} : { at })).data;
  const houseOf = ({ house }: LedgerAccounts, account: string): string | undefined =>
    house.find((each) => each.account === account)?.balance;
  const limit = (soft: string | null, hard: string | null) =>
    mutate<PositionRow>(finance, "ops.position.setLimits", { currency: "BTC", soft, hard });
  const exchange = async (from: string, to: string, credit: string) =>
    postExchange(customer, payloadOf(await holdRate(customer, from, to), credit));

  test("coins bought by card are covered by what the card provider owes, and coins on chain by the wallet", async () => {
    const before = await position();
    const { id } = await newAccount(app);
    const available = availableAccount(id, "BTC");
    for (const [source, destination] of [
      [houseAccount("onramp", "BTC"), available],
      [houseAccount("wallet", "BTC"), houseAccount("suspense", "BTC")],
      [houseAccount("suspense", "BTC"), houseAccount("onramp", "BTC")],
      [houseAccount("wallet", "BTC"), houseAccount("suspense", "BTC")],
      [houseAccount("suspense", "BTC"), available],
    ] as const) {
      await move(source, destination);
      expect((await position()).difference).toBe(before.difference);
    }
    expect(unitsOf((await position()).owed, "BTC") - unitsOf(before.owed, "BTC")).toBe(20_000_000n);
    await move(available, houseAccount("onramp", "BTC"));
    await move(available, houseAccount("wallet", "BTC"));
  });

  test("customers' coins are owed, and a trade brings them into the inventory", async () => {
    const before = await position();
    const { data, status } = await trade();
    expect(status).toBe(200);
    expect(data).toMatchObject({ amount: "0.50000000", price: "150000.5", total: "75000.25", in: "AUD" });
    const after = await position();
    expect(unitsOf(after.inventory, "BTC") - unitsOf(before.inventory, "BTC")).toBe(50_000_000n);
    expect(after.owed).toBe(before.owed);
    expect(unitsOf(after.difference, "BTC")).toBe(
      unitsOf(after.inventory, "BTC") - unitsOf(after.owed, "BTC"),
    );
    expect(after.worth).toMatch(/^-\d+\.\d\d$/);
    expect(await books().then((all) => houseOf(all, "house:inventory:AUD"))).toBe("-75000.25");
    await trade({ side: "sell" });
    expect((await position()).inventory).toBe(before.inventory);
    expect((await query<LedgerCheck>(finance, "ops.ledger.check")).data.mismatches).toEqual([]);
  });

  test.each([
    ["what is paid rounds up", "buy", "0.01"],
    ["what is received rounds down", "sell", undefined],
  ])("%s to the cent", async (_what, side, total) => {
    const { data, errors } = await trade({ side, amount: "0.00000001", price: "150000" });
    if (total === undefined) expect(errors?.["amount"]).toEqual(["Enter an amount above zero"]);
    else expect(data.total).toBe(total);
    if (total !== undefined) await trade({ side: "sell", amount: "0.00000001", price: "1000000" });
  });

  test.each([
    ["amount", { amount: "0" }, "Enter an amount above zero"],
    ["amount", { amount: "0.000000001" }, "Too many decimals for this currency"],
    ["price", { price: "0" }, "Price is not valid."],
    ["currency", { currency: "AUD" }, "Choose a coin"],
    ["in", { in: "BTC" }, "Choose a fiat currency"],
    ["venue", { venue: " " }, "Venue is a required field"],
    ["side", { side: "hold" }, "Choose buy or sell"],
  ])("a wrong %s is refused there: %o", async (field, wrong, message) => {
    const { status, errors } = await trade(wrong);
    expect(status).toBe(422);
    expect(errors?.[field]?.[0]).toBe(message);
  });

  test("the same request at once is kept once", async () => {
    const before = await position();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => trade({ idempotency_key: "trade-1", amount: "0.1" })),
    );
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(unitsOf((await position()).inventory, "BTC") - unitsOf(before.inventory, "BTC")).toBe(10_000_000n);
    expect((await trade({ idempotency_key: "trade-1", amount: "0.2" })).code).toBe("idempotency_conflict");
  });

  test("trades are listed newest first, a piece at a time", async () => {
    for (const venue of ["One", "Two", "Three"]) {
      app.clock.advance(1);
      await trade({ venue, amount: "0.01" });
      await trade({ venue, amount: "0.01", side: "sell" });
    }
    const piece = async (input: object) =>
      (
        await query<{ data: PositionTradeRecord[]; next: string | null }>(
          finance,
          "ops.position.trades",
          input,
        )
      ).data;
    const all = await piece({ limit: 200 });
    const first = await piece({ limit: 3 });
    const second = await piece({ limit: 200, after: first.next });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
    expect((await piece({ venue: "Two" })).data).toHaveLength(2);
    expect(all.next).toBeNull();
  });

  describe("limits", () => {
    afterEach(async () => {
      await limit(null, null);
      app.clock.advance(5_000);
    });

    test("above the soft one it warns, above the hard one the side that makes it worse is paused", async () => {
      const { owed, inventory } = await position();
      expect(unitsOf(owed, "BTC")).toBeGreaterThan(unitsOf(inventory, "BTC"));
      expect((await limit("0.1", null)).data.state).toBe("warning");
      expect((await exchange("AUD", "BTC", "200.00")).status).toBe(201);
      const held = await holdRate(customer, "AUD", "BTC");
      expect((await limit("0.1", "0.2")).data.state).toBe("paused");
      app.clock.advance(5_000);
      expect((await postExchange(customer, payloadOf(held, "200.00"))).body).toMatchObject({
        code: "paused",
      });
      expect(
        (
          await customer.post("/api/get-rate", {
            credit: 1,
            credit_currency: "AUD",
            debit_currency: "BTC",
          })
        ).status,
      ).toBe(503);
      // Exchanges that reduce the position are still allowed.
      expect((await exchange("BTC", "AUD", "0.01")).status).toBe(201);
      const { data: switches } = await query<SwitchRecord[]>(finance, "ops.switches.list");
      expect(switches.find(({ what }) => what === "buy:BTC")).toMatchObject({
        paused: true,
        set_by: "system",
      });
    });

    test("it goes on once coins are bought, and both are in the audit log", async () => {
      await limit(null, "0.2");
      app.clock.advance(5_000);
      const { difference } = await position();
      const amount = difference.replace("-", "");
      await trade({ amount });
      app.clock.advance(5_000);
      expect(await position()).toMatchObject({ difference: "0.00000000", state: "ok" });
      expect((await exchange("AUD", "BTC", "200.00")).status).toBe(201);
      const { data } = await query<{ data: { action: string; details: object }[] }>(
        finance,
        "ops.audit.list",
        { subject: "buy:BTC" },
      );
      expect(data.data.slice(0, 2)).toMatchObject([
        { action: "switch.set", details: { paused: false, reason: "within the hard limit" } },
        { action: "switch.set", details: { paused: true } },
      ]);
      await trade({ side: "sell", amount });
    });

    test("what staff have paused stays paused", async () => {
      const admin = (await newStaff(app, "admin")).client;
      await mutate(admin, "ops.switches.set", { what: "buy:BTC", paused: true, message: "Back at noon" });
      await judgePositions(app.services);
      app.clock.advance(5_000);
      const { data } = await query<SwitchRecord[]>(finance, "ops.switches.list");
      expect(data.find(({ what }) => what === "buy:BTC")).toMatchObject({
        paused: true,
        message: "Back at noon",
      });
      await mutate(admin, "ops.switches.set", { what: "buy:BTC", paused: false });
    });

    test("hedging that fails pauses beyond the soft limit, if its policy is on and there is a venue", async () => {
      expect((await limit("0.01", null)).data.state).toBe("warning");
      const set_at = BigInt(app.clock.now());
      const sizes = { target: 0n, band: 1n, order_min: 1n, order_max: 1n, max_slippage_bp: 1n };
      const failing = { max_per_hour: 1n, max_per_day: 1n, reason: null, failing_since: set_at - 600_000n };
      const isPaused = async (mode: "off" | "dry" | "on", services = app.services): Promise<boolean> => {
        await app.services.database.write((tx) =>
          saveHedgingPolicy(tx, { currency: "BTC", mode, ...sizes, ...failing, set_by: "test", set_at }),
        );
        await judgePositions(services);
        app.clock.advance(5_000);
        const { data } = await query<SwitchRecord[]>(finance, "ops.switches.list");
        return data.find(({ what }) => what === "buy:BTC")?.paused ?? false;
      };
      expect(await isPaused("on")).toBe(true);
      for (const mode of ["dry", "off"] as const) expect(await isPaused(mode)).toBe(false);
      expect(await isPaused("on", { ...app.services, venue: undefined })).toBe(false);
      expect(await isPaused("off")).toBe(false);
    });

    test("are watched also where what customers own cannot be added up", async () => {
      const { difference } = await position();
      expect((await limit(null, difference.replace("-", ""))).data.state).toBe("ok");
      expect((await exchange("AUD", "BTC", "200.00")).status).toBe(201);
      await startBookSeals(app.services)();
      const write = vi.spyOn(app.services.database, "write").mockRejectedValueOnce(new Error("disk full"));
      await startPositionGuard(app.services)();
      write.mockRestore();
      const { data } = await query<SwitchRecord[]>(finance, "ops.switches.list");
      expect(data.find(({ what }) => what === "buy:BTC")).toMatchObject({ paused: true, set_by: "system" });
    });

    test("a soft limit above the hard one is refused", async () => {
      expect((await limit("2", "1")).errors).toEqual({ soft: ["The soft limit is above the hard one"] });
    });
  });

  test("the books of any moment: later entries do not count", async () => {
    const before = new Date(app.clock.now()).toISOString();
    const then = await books(before);
    app.clock.advance(1_000);
    await trade({ amount: "0.3" });
    expect(await books(before)).toEqual(then);
    expect(houseOf(await books(), "house:inventory:BTC")).not.toBe(houseOf(then, "house:inventory:BTC"));
    const asked = await query(finance, "ops.ledger.accounts", { at: "yesterday" });
    expect(asked.errors?.["at"]).toEqual(["Enter a time like 2026-01-31T09:30:00Z"]);
  });

  test("what customers own is kept as of the last seal, as the balances have it, however many seals have come", async () => {
    // More than two sweeps take in one by one.
    for (let n = 0; n < 45; n++) {
      await trade({ amount: "0.01", side: n % 2 === 0 ? "buy" : "sell" });
      await startBookSeals(app.services)();
    }
    const stop = startPositionGuard(app.services);
    const { read } = app.services.database;
    const newest = await newestSeal(read, "ledger");
    const kept = () => read.selectFrom("owed_totals").selectAll().executeTakeFirst();
    await expect.poll(async () => (await kept())?.seal, { timeout: 9000 }).toBe(newest?.number);
    await stop();
    const sums = [...(await sumOfBalances(read))].map(([currency, units]) => [currency, String(units)]);
    expect(JSON.parse((await kept())?.totals ?? "")).toEqual(Object.fromEntries(sums));
  });

  test("customers' totals are the inventory and the open position, whatever is traded", async () => {
    const step = fc.oneof(
      fc.record({
        by: fc.constant("house"),
        side: fc.constantFrom("buy", "sell"),
        amount: fc.integer({ min: 1, max: 40 }),
      }),
      fc.record({
        by: fc.constant("customer"),
        side: fc.constantFrom("buy", "sell"),
        amount: fc.integer({ min: 1, max: 5 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { by, side, amount } of steps) {
          if (by === "house") await trade({ side, amount: `0.${String(amount).padStart(3, "0")}` });
          else if (side === "buy") await exchange("AUD", "BTC", `${amount}00.00`);
          else await exchange("BTC", "AUD", `0.0${amount}`);
        }
        const all = await books();
        for (const { currency, total } of all.customers) {
          const house = all.house.filter((account) => account.currency === currency);
          const isHeld = ({ purpose }: (typeof house)[number]): boolean =>
            ["inventory", "wallet", "onramp", "suspense"].includes(purpose);
          const has = house.filter(isHeld);
          const open = house.filter((account) => !isHeld(account));
          const sum = (accounts: typeof house): bigint =>
            accounts.reduce(
              (whole, { balance, side }) =>
                whole + (side === "debit" ? unitsOf(balance, currency) : -unitsOf(balance, currency)),
              0n,
            );
          expect(sum(has) + sum(open)).toBe(unitsOf(total, currency));
          const row = currency === "BTC" ? await position() : undefined;
          if (row !== undefined) expect(sum(open)).toBe(-unitsOf(row.difference, currency));
        }
      }),
      { numRuns: 5 },
    );
  });

  test("from the command line", async () => {
    const run = (line: string) => runOps(app, [...line.split(" "), "--as", "finance@demo.test"]);
    expect((await run("position list")).out).toContain("BTC");
    const traded = await run("position trade sell 0.25 btc --price 151000 --in aud --venue Kraken --json");
    expect(JSON.parse(traded.out)).toMatchObject({ side: "sell", total: "37750.00", venue: "Kraken" });
    expect((await run("position limits btc --soft 1 --hard 100")).out).toMatch(/hard_limit\s+100\.00000000/);
    expect((await run("position trades --limit 1")).out).toContain("Kraken");
    expect((await run("position trade lend 1 btc --price 1 --in aud --venue X")).code).toBe(2);
    expect((await run("ledger accounts")).out).toContain("house:bank:AUD");
    const support = await runOps(app, ["position", "limits", "btc", "--as", "support@demo.test"]);
    expect(support).toMatchObject({ code: 1 });
    await run("position limits btc");
  });
});
