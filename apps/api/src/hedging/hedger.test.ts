import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { BTC, hedgingForTest } from "../testing/hedging-for-test.ts";
import { createHedger } from "./hedger.ts";

describe.each(DIALECTS)("the house's own trading on %s", (dialect) => {
  const { parts, mode, policy, state, orders, last, position, bring, step, atVenue, expectAccounted } =
    hedgingForTest(dialect);

  test("a position outside its band is brought back, an order at a time", async () => {
    await bring(-BTC);
    await step();
    const [order] = (await orders()).slice(-1);
    expect(order).toMatchObject({
      side: "buy",
      amount: BTC / 2n,
      status: "filled",
      open: 0n,
      created_by: "policy",
    });
    expect(await position()).toBe(-BTC / 2n);
    await step(2);
    expect(await position()).toBe(0n);
    expect(await state()).toMatchObject({ reason: null, failing_since: null });
    await bring(BTC / 5n);
    await step(2);
    expect(await last()).toMatchObject({ side: "sell", amount: BTC / 5n, status: "filled" });
    await expectAccounted();
  });

  test("a dry run writes each order once and sends none", async () => {
    const before = await atVenue();
    await policy({ mode: "dry" });
    await bring(-BTC);
    await step(5);
    expect(await last()).toMatchObject({ status: "planned", dry: 1n, open: 0n, reason: "dry run" });
    expect((await orders()).filter(({ dry }) => dry === 1n)).toHaveLength(1);
    await bring(-BTC / 4n);
    await step(3);
    expect((await orders()).filter(({ dry }) => dry === 1n)).toHaveLength(2);
    expect(await atVenue()).toEqual(before);
  });

  test.each([
    ["that was placed is found and booked", "lost_after", "filled"],
    ["that was not placed stays unknown", "lost_before", "unknown"],
  ] as const)("an order without an answer %s, and is never sent again", async (_what, behaves, status) => {
    const { app } = parts();
    await bring(-BTC);
    const before = (await orders()).length;
    await mode(behaves);
    await step();
    expect(await last()).toMatchObject({ status: "unknown", tries: 1n });
    await mode("ok");
    await policy({ band: BTC });
    await step(30, 5000);
    expect((await orders()).slice(before)).toMatchObject([{ status, tries: 1n }]);
    await expectAccounted();
    if (status === "unknown") {
      await policy({});
      await step(3);
      expect(await orders()).toHaveLength(before + 1);
      expect((await state()).reason).toBe("An order is unknown. No other starts before it is settled.");
      // It is looked for until the ten minutes are over, a minute apart at most.
      const looked = (await last())?.lookups ?? 0n;
      await step(7, 60_000);
      expect((await last())?.lookups).toBeGreaterThanOrEqual(looked + 5n);
      const settled = (await last())?.lookups;
      app.clock.advance(600_000);
      await step(3);
      expect((await last())?.lookups).toBe(settled);
    }
  });

  test("an order that the venue's limit of calls refused is sent again under the same row", async () => {
    await bring(-BTC / 4n);
    const before = (await orders()).length;
    await mode("rate_limit");
    await step(5);
    expect(await last()).toMatchObject({ status: "planned", open: 1n });
    await mode("ok");
    await policy({ max_slippage_bp: 500n });
    await step(10);
    expect((await orders()).slice(before)).toMatchObject([{ status: "filled" }]);
    expect((await last())?.tries).toBeGreaterThan(1n);
    await expectAccounted();
  });

  test("a refused order ends, and the next one waits longer each time", async () => {
    await bring(-BTC / 4n);
    const before = (await orders()).length;
    await mode("reject");
    await step(60);
    const rejected = (await orders()).slice(before);
    expect(rejected.every(({ status }) => status === "rejected")).toBe(true);
    expect(rejected.length).toBeGreaterThan(2);
    expect(rejected.length).toBeLessThan(6);
    expect(await state()).toMatchObject({
      reason: expect.stringContaining("refused"),
      failing_since: expect.any(BigInt),
    });
  });

  test("a venue that is down gets no order, and says so", async () => {
    await bring(-BTC / 4n);
    await mode("down");
    await step(3);
    const { reason } = await state();
    expect(reason).toMatch(/no answer/);
    await mode("ok");
    await step(10);
    // Twice it asked for a price in vain; the third try sent it.
    expect(await last()).toMatchObject({ status: "filled", tries: 3n });
  });

  test("part of an order, and a late fill, are booked as they come", async () => {
    await bring(-BTC / 4n);
    await mode("partial");
    await step();
    expect(await last()).toMatchObject({ status: "partly_filled", open: 0n, filled: "0.12500000" });
    await mode("late_fill");
    await step(2);
    expect(await last()).toMatchObject({ status: "sent", open: 1n });
    await expectAccounted();
    await step(10);
    expect(await last()).toMatchObject({ status: "filled", open: 0n });
    expect(await position()).toBe(0n);
    await expectAccounted();
  });

  test("a price ten times away stops it", async () => {
    const { app } = parts();
    await app.services.rates.current("BTC", "AUD");
    app.clock.advance(6000);
    app.services.shockPrice?.("BTC", "AUD", { digits: 1n, scale: 1 });
    await bring(-BTC / 4n);
    const before = (await orders()).length;
    await step(3);
    expect(await orders()).toHaveLength(before);
    expect((await state()).reason).toMatch(/price|paused/);
    app.services.shockPrice?.("BTC", "AUD", { digits: 1n, scale: 0 });
    await app.services.database.write((tx) => tx.deleteFrom("switches").execute());
    await app.services.database.write((tx) => tx.deleteFrom("believed_prices").execute());
    app.services.switches.forget();
  });

  test("two processes do not trade at once", async () => {
    const { app, venue, hedger } = parts();
    await bring(-BTC / 4n);
    const other = createHedger(app.services, venue);
    expect([await hedger.step(), await other.step()]).toEqual([true, false]);
    await hedger.stop();
    expect(await other.step()).toBe(true);
    await other.stop();
  });

  test("after an hour of refused calls the desk says so, and nothing is sent twice", async () => {
    await bring(-BTC / 4n);
    await policy({ max_slippage_bp: 500n });
    const [before, there] = [(await orders()).length, (await atVenue()).length];
    await mode("rate_limit");
    await step(120, 30_000);
    // An order that was just made has no reason yet.
    for (let tried = 0; tried < 20 && (await state()).reason === null; tried += 1) await step(1, 30_000);
    const made = (await orders()).slice(before);
    // The price moves within an hour: an order that waited too long is cancelled, and one takes its place.
    expect(made.filter(({ open }) => open === 1n).length).toBeLessThan(2);
    expect(made.length).toBeGreaterThan(0);
    expect(await atVenue()).toHaveLength(there);
    expect(await state()).toMatchObject({
      reason: expect.stringMatching(/^The (?:venue limits our calls|price has moved away)/),
      failing_since: expect.any(BigInt),
    });
    await mode("ok");
    for (let tried = 0; tried < 60 && (await last())?.status !== "filled"; tried += 1) await step(1, 10_000);
    expect((await orders()).slice(before).filter(({ status }) => status === "filled")).toHaveLength(1);
    await step(3);
    expect(await state()).toMatchObject({ failing_since: null });
    await expectAccounted();
  });
});
