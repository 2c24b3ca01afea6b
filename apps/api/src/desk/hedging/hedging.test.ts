import type {
  HedgingPolicy,
  HedgingProfit,
  HedgingStatus,
  VenueOrderRecord,
} from "@wattle/contracts/hedging";
import type { LedgerAccounts } from "@wattle/contracts/ledger";
import { movePlayBalance } from "@wattle/db/play-venue";
import { DIALECTS } from "@wattle/db/testing/databases";
import { parseRate } from "@wattle/exchange-core/rate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHedger, type Hedger } from "../../hedging/hedger.ts";
import { exactRate } from "../../hedging/plan-order.ts";
import { worthAt } from "../../hedging/profit-sums.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { unitsOf } from "../../testing/units.ts";

const MINUTE = 60_000;
const POLICY = {
  currency: "BTC",
  on: "dry",
  target: "0",
  band: "0.5",
  order_min: "0.01",
  order_max: "0.4",
  max_slippage_bp: 60,
  max_per_hour: "150000.00",
  max_per_day: "500000.00",
};

interface Asked {
  readonly outcome: "done" | "awaiting_approval";
  readonly approval?: { readonly id: string; readonly reasons: readonly string[] };
}

describe.each(DIALECTS)("hedging at the desk on %s", (dialect) => {
  let app: TestApp;
  let finance: TestClient;
  let customer: TestClient;
  let hedger: Hedger;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    await app.services.database.write((tx) => tx.deleteFrom("hedging_policies").execute());
    const { venue } = app.services;
    if (venue === undefined) throw new Error("the demo has no venue");
    hedger = createHedger(app.services, venue);
    finance = (await newStaff(app, "finance")).client;
    customer = app.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  const set = (more: object = {}) =>
    mutate<Asked & HedgingPolicy>(finance, "ops.hedging.setPolicy", { ...POLICY, ...more });
  const setByTwo = (more: object) =>
    mutateByTwo<HedgingPolicy>(app, finance, "ops.hedging.setPolicy", { ...POLICY, ...more });
  const place = (more: object = {}) =>
    mutate<Asked & VenueOrderRecord>(finance, "ops.hedging.place", {
      currency: "BTC",
      side: "buy",
      amount: "0.01",
      limit: "1000000",
      ...more,
    });
  const status = async () => (await query<HedgingStatus>(finance, "ops.hedging.status")).data;
  const bitcoin = async () => {
    const found = (await status()).currencies.find(({ currency }) => currency === "BTC");
    if (found === undefined) throw new Error("no BTC");
    return found;
  };
  const orders = async (input: object = {}) =>
    (await query<{ data: VenueOrderRecord[]; next: string | null }>(finance, "ops.hedging.orders", input))
      .data;
  const mode = (name: string) => app.client().post("/dev/venue", { mode: name });
  /** A limit that the price guard would set itself. */
  const near = async () => {
    const { ask } = await app.services.rates.current("BTC", "AUD");
    return (exactRate(ask) / 10n ** 10n + 500n).toString();
  };
  const step = async (times = 1) => {
    for (let at = 0; at < times; at++) {
      await hedger.step();
      app.clock.advance(1000);
    }
  };

  test.each(["support", "compliance"] as const)("%s does not see it", async (role) => {
    const { client } = await newStaff(app, role);
    for (const name of ["status", "orders"])
      expect((await query(client, `ops.hedging.${name}`)).status).toBe(403);
    expect((await mutate(client, "ops.hedging.setPolicy", POLICY)).status).toBe(403);
  });

  test("a dry run and tightening take one person, turning on and loosening two", async () => {
    expect((await bitcoin()).policy).toBeNull();
    expect((await set()).data).toMatchObject({ outcome: "done", on: "dry", band: "0.50000000" });
    expect((await set({ band: "0.6" })).data.outcome).toBe("done");
    const asked = await set({ on: true });
    expect(asked.data).toMatchObject({ outcome: "awaiting_approval" });
    expect(asked.data.approval?.reasons).toEqual(["Turning on the house’s trading needs two people."]);
    expect((await bitcoin()).on).toBe("dry");
    await mutate(finance, "ops.approvals.withdraw", { id: asked.data.approval?.id });
    expect((await setByTwo({ on: true })).status).toBe(200);
    expect((await bitcoin()).on).toBe(true);
    expect((await set({ on: true, band: "0.4", max_per_day: "400000.00" })).data.outcome).toBe("done");
    for (const looser of [{ band: "0.5" }, { order_max: "0.5" }, { max_slippage_bp: 61 }, { target: "1" }]) {
      const { data } = await set({ on: true, band: "0.4", max_per_day: "400000.00", ...looser });
      expect(data.approval?.reasons).toEqual(["A looser policy needs two people."]);
      await mutate(finance, "ops.approvals.withdraw", { id: data.approval?.id });
    }
    expect((await set({ on: false })).data).toMatchObject({ outcome: "done", on: false });
  });

  test.each([
    ["currency", { currency: "AUD" }],
    ["on", { on: "wet" }],
    ["band", { band: "-1" }],
    ["band", { band: "0.000000001" }],
    ["order_min", { order_min: "0" }],
    ["order_max", { order_min: "1", order_max: "0.5" }],
    ["max_slippage_bp", { max_slippage_bp: 1001 }],
    ["max_per_hour", { max_per_hour: "1.001" }],
  ])("a wrong %s is refused there: %o", async (field, wrong) => {
    const { status: code, errors } = await set(wrong);
    expect([code, Object.keys(errors ?? {})]).toEqual([422, [field]]);
  });

  test("an order by hand within the limits takes one person, beyond them two, and one of a coin is open", async () => {
    const limit = await near();
    await set({
      on: false,
      band: "500",
      order_max: "100",
      max_per_hour: "90000000",
      max_per_day: "90000000",
    });
    for (const on of [false, "dry"]) {
      await set({ on, band: "500" });
      const asked = await place({ limit });
      expect(asked.data.approval?.reasons).toEqual([
        "The policy isn’t on, so that its limits aren’t those of two people.",
      ]);
      await mutate(finance, "ops.approvals.withdraw", { id: asked.data.approval?.id });
    }
    await setByTwo({ on: true, band: "500" });
    const placed = await place({ limit });
    expect(placed.data).toMatchObject({
      outcome: "done",
      status: "planned",
      in: "AUD",
      amount: "0.01000000",
    });
    expect((await place({ limit })).code).toBe("state_conflict");
    expect((await bitcoin()).on_order).toBe("0.01000000");
    await step();
    expect((await orders()).data[0]).toMatchObject({ status: "filled", filled: "0.01000000" });
    expect(await bitcoin()).toMatchObject({ at_venues: "0.01000000", on_order: "0.00000000" });
    expect((await place()).data.approval?.reasons).toEqual([
      "The limit is further from the price than the policy allows.",
    ]);
    expect((await place({ limit, amount: "0.5" })).data.approval?.reasons).toEqual([
      "The order is larger than the policy allows.",
    ]);
  });

  test("an order under a key is placed once, and another one under the same key is refused", async () => {
    const input = { limit: await near(), idempotency_key: `hand-${dialect}` };
    const before = (await orders()).data.length;
    const { data: placed } = await place(input);
    expect((await place(input)).data).toMatchObject({ id: placed.id, outcome: "done" });
    expect((await place({ ...input, amount: "0.02" })).code).toBe("idempotency_conflict");
    await step();
    expect((await place(input)).data.id).toBe(placed.id);
    // The same amount in other words, while no new order may start.
    const { client: admin } = await newStaff(app, "admin");
    await mutate(admin, "ops.switches.set", { what: "venue:play", paused: true });
    app.clock.advance(6000);
    expect((await place({ ...input, amount: "0.010" })).data?.id).toBe(placed.id);
    expect((await place({ limit: input.limit })).code).toBe("paused");
    await mutate(admin, "ops.switches.set", { what: "venue:play", paused: false });
    app.clock.advance(6000);
    expect((await orders()).data.length).toBe(before + 1);
  });

  test("an order by hand that can't be sent within a minute is given up", async () => {
    await mode("rate_limit");
    const { data: placed } = await place({ limit: await near() });
    await step(60);
    await mode("ok");
    await step(30);
    expect((await orders()).data[0]).toMatchObject({ id: placed.id, status: "cancelled", filled: "0" });
  });

  test("one that was not sent yet is cancelled, one that is filled is not", async () => {
    const { data } = await place({ limit: await near() });
    expect((await mutate(finance, "ops.hedging.cancel", { id: data.id })).data).toMatchObject({
      status: "cancelled",
    });
    expect((await mutate(finance, "ops.hedging.cancel", { id: data.id })).code).toBe("state_conflict");
    expect((await mutate(finance, "ops.hedging.cancel", { id: app.services.ids.uuid() })).code).toBe(
      "not_found",
    );
  });

  test.each(["1000000000", "0.12345678901", "0", "-1", "1e5"])("a limit of %s is refused", async (limit) => {
    const { status: code, errors } = await place({ limit });
    expect([code, Object.keys(errors ?? {})]).toEqual([422, ["limit"]]);
  });

  test("an unknown order is resolved by two people, ten minutes after it was sent", async () => {
    await mode("lost_before");
    const { data: placed } = await place({ limit: await near() });
    await step();
    await mode("ok");
    const id = placed.id;
    expect((await orders({ status: "unknown" })).data).toMatchObject([
      { id, resolvable_at: expect.any(String) },
    ]);
    const resolve = (input: object) =>
      mutate<Asked>(finance, "ops.hedging.resolve", {
        id,
        outcome: "not_placed",
        venue_reference: "Not in the list of 27 Nov",
        internal_note: "Looked myself",
        ...input,
      });
    expect((await resolve({})).code).toBe("state_conflict");
    expect((await mutate(finance, "ops.hedging.cancel", { id })).code).toBe("state_conflict");
    app.clock.advance(10 * MINUTE);
    expect((await resolve({ filled: "0.01" })).status).toBe(422);
    for (const [field, said] of [
      ["filled", { filled: "0.000", cost: "0" }],
      ["cost", { filled: "0.01" }],
    ] as const) {
      const { errors } = await resolve({ outcome: "filled", ...said });
      expect(Object.keys(errors ?? {})).toEqual([field]);
    }
    const before = await bitcoin();
    const asked = await mutateByTwo<VenueOrderRecord>(app, finance, "ops.hedging.resolve", {
      id,
      outcome: "filled",
      venue_reference: "OXXXXX-1",
      filled: "0.004",
      cost: "600.001",
      fee: "-0.5",
      internal_note: "Found by their support",
    });
    expect(asked.data).toMatchObject({
      status: "partly_filled",
      filled: "0.004",
      cost: "600.001",
      fee: "-0.5",
      venue_id: "OXXXXX-1",
    });
    const after = await bitcoin();
    expect(unitsOf(after.at_venues, "BTC") - unitsOf(before.at_venues, "BTC")).toBe(400_000n);
    app.clock.advance(5 * MINUTE);
    await step();
    const [venue] = (await status()).venues;
    expect(venue).toMatchObject({ venue: "play", state: "ok", difference: { BTC: "-0.00400000" } });
    // The venue's own books catch up with what its support said.
    await app.services.database.write(async (tx) => {
      await movePlayBalance(tx, { venue: "play", currency: "BTC", by: 400_000n });
      await movePlayBalance(tx, { venue: "play", currency: "AUD", by: -59_950n });
    });
    app.clock.advance(5 * MINUTE);
    await step();
    expect((await status()).venues[0]?.difference).toEqual({ AUD: "0.00", BTC: "0.00000000" });
  });

  test("the venue's balances, the books and their difference are text by currency", async () => {
    const [venue] = (await status()).venues;
    expect(venue?.checked_at).not.toBeNull();
    expect(Object.keys(venue?.balances ?? {}).toSorted()).toEqual(["AUD", "BTC"]);
    expect(venue?.difference).toEqual({ AUD: "0.00", BTC: "0.00000000" });
    const { data: books } = await query<LedgerAccounts>(finance, "ops.ledger.accounts", {});
    const balance = books.house.find(({ account }) => account === "house:venue:AUD")?.balance;
    expect(venue?.books["AUD"]).toBe(balance);
  });

  test("a paused venue gets no order, and customers do not read of it", async () => {
    const admin = (await newStaff(app, "admin")).client;
    await mutate(admin, "ops.switches.set", { what: "venue:play", paused: true });
    app.clock.advance(6000);
    expect((await status()).venues[0]?.state).toBe("paused");
    expect((await place({ limit: await near() })).code).toBe("paused");
    expect((await query(app.client(), "switches.paused")).data).toEqual([]);
    await mutate(admin, "ops.switches.set", { what: "venue:play", paused: false });
    app.clock.advance(6000);
  });

  test.each(["reject", "down", "ok"])("/dev/venue takes %s", async (name) => {
    expect((await mode(name)).status).toBe(200);
  });
  test("/dev/venue refuses other words", async () => {
    expect((await mode("asleep")).status).toBe(422);
  });

  test("the parts of a day's profit add up to its total, and the total is the ledger's change to the cent", async () => {
    const { read } = app.services.database;
    const accounts = async () => {
      const answer = await query<LedgerAccounts>(finance, "ops.ledger.accounts", {});
      expect(answer.code).toBeUndefined();
      return answer.data;
    };
    const money = ({ house }: LedgerAccounts): bigint =>
      ["trading", "fees"].reduce((sum, purpose) => {
        const row = house.find(({ account }) => account === `house:${purpose}:AUD`);
        return sum + unitsOf(row?.balance ?? "0", "AUD");
      }, 0n);
    const today = new Intl.DateTimeFormat("sv", { timeZone: "Australia/Sydney" });
    // A day on its own: nothing but what follows is in it.
    app.clock.advance(26 * 60 * MINUTE);
    await customer.login("customer@demo.test");
    finance = (await newStaff(app, "finance")).client;
    const day = today.format(app.clock.now());
    const before = await accounts();
    const positionBefore = unitsOf((await bitcoin()).position, "BTC");
    for (const [from, to, credit] of [
      ["AUD", "BTC", "1000.00"],
      ["BTC", "AUD", "0.01"],
      ["AUD", "BTC", "333.33"],
    ] as const)
      expect(
        (await postExchange(customer, payloadOf(await holdRate(customer, from, to), credit))).status,
      ).toBe(201);
    await place({ limit: await near(), amount: "0.02" });
    await step(3);
    const { data: profit } = await query<HedgingProfit>(finance, "ops.hedging.profit", {
      from: day,
      to: day,
    });
    const rows = profit.days.filter(({ currency }) => currency === "BTC");
    const [row] = rows;
    if (row === undefined) throw new Error("the day has no row");
    const cents = (text: string): bigint =>
      (text.startsWith("-") ? -1n : 1n) * unitsOf(text.replace("-", ""), "AUD");
    const { spread, fees, slippage, venue_fees, revaluation, total } = row;
    expect(cents(spread) + cents(fees) + cents(slippage) + cents(venue_fees) + cents(revaluation)).toBe(
      cents(total),
    );
    expect(cents(fees)).toBeGreaterThan(0n);
    expect(cents(slippage)).toBeLessThan(0n);
    expect(cents(venue_fees)).toBeLessThan(0n);
    expect(profit.total).toBe(
      profit.days.reduce((sum, each) => sum + cents(each.total), 0n) === cents(profit.total)
        ? profit.total
        : "other",
    );
    const price = exactRate((await app.services.rates.current("BTC", "AUD")).bid);
    const positionAfter = unitsOf((await bitcoin()).position, "BTC");
    const recorded = await read
      .selectFrom("price_points")
      .select("rate")
      .where("symbol", "=", "BTC")
      .where("currency", "=", "AUD")
      .orderBy("recorded_at", "desc")
      .limit(1n)
      .executeTakeFirst();
    const parsed = recorded && parseRate(recorded.rate);
    const opening = parsed === undefined ? price : exactRate(parsed);
    const change =
      money(await accounts()) -
      money(before) +
      worthAt(positionAfter, price) -
      worthAt(positionBefore, opening);
    expect(cents(total)).toBe(change);
  });

  test("each day has the same profit in any range, and a range is a year at most", async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const now = app.clock.now();
    const [from, to] = [dayOf(now - 3 * 24 * 60 * MINUTE), dayOf(now)];
    const profit = (input: object) => query<HedgingProfit>(finance, "ops.hedging.profit", input);
    const { data } = await profit({ from, to });
    for (const row of data.days) {
      const alone = (await profit({ from: row.day, to: row.day })).data.days;
      expect(alone.find(({ currency }) => currency === row.currency)).toEqual(row);
    }
    const { errors } = await profit({ from: "2025-01-01", to: "2026-01-02" });
    expect(errors).toEqual({ from: ["At most 366 days"] });
  });

  test("the command line shows it and sets a policy", async () => {
    expect((await runOps(app, ["hedging", "status"])).out).toContain("BTC");
    const { code, out } = await runOps(app, [
      "hedging",
      "policy",
      "BTC",
      "dry",
      "--target",
      "0",
      "--band",
      "0.5",
      "--order-min",
      "0.01",
      "--order-max",
      "0.4",
      "--max-slippage-bp",
      "15",
      "--max-per-hour",
      "150000",
      "--max-per-day",
      "500000",
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining("dry")]);
    expect((await runOps(app, ["hedging", "orders"])).out).toContain("filled");
  });
});
