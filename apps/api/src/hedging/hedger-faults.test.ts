import { findVenueState, venueBooks } from "@wattle/db/hedging";
import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { BTC, hedgingForTest } from "../testing/hedging-for-test.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { createPlayVenue } from "../venues/play.ts";
import { VenueError, type Venue } from "../venues/venue.ts";
import { advanceOrder } from "./advance-order.ts";
import { createHedger } from "./hedger.ts";
import { takeAnswer } from "./orders.ts";
import { planFor } from "./plan-order.ts";

describe.each(DIALECTS)("faults of a venue and of processes on %s", (dialect) => {
  const { parts, mode, policy, state, orders, last, bring, step, expectAccounted, atVenue } =
    hedgingForTest(dialect);

  /** The same venue, but for one call. */
  const venueWith = (more: Partial<Venue>): Venue => ({ ...parts().venue, ...more });
  const down = () => Promise.reject(new VenueError("unreachable", "No answer."));

  test("a process whose turn is over changes no order that another one has gone on with", async () => {
    const { app, venue } = parts();
    await bring(-BTC / 4n);
    await mode("late_fill");
    await step();
    const stale = await last();
    if (stale === undefined) throw new Error("no order");
    await step(10);
    const settled = await last();
    expect(settled).toMatchObject({ id: stale.id, status: "filled" });
    const late = advanceOrder(app.services, venueWith({ find: down }), { ...stale, next_at: 0n });
    await expect(late).rejects.toThrow(VenueError);
    await advanceOrder(app.services, venue, { ...stale, venue_id: null });
    await app.services.database.write((tx) =>
      takeAnswer(tx, app.services, stale, {
        venueId: "O1",
        clientId: stale.client_id,
        side: "buy",
        currency: "BTC",
        state: "closed",
        filled: "0",
        cost: "0",
        fee: "0",
      }),
    );
    expect(await last()).toEqual(settled);
  });

  test("no order starts if the position is another one by then, or the turn is over", async () => {
    const { app, venue } = parts();
    await bring(-BTC / 4n);
    const before = await orders();
    expect(await planFor(app.services, venue, await state(), -BTC)).toBeUndefined();
    expect(await orders()).toEqual(before);
    const best = async (...asked: Parameters<Venue["best"]>) => {
      app.clock.advance(31_000);
      await policy({ max_slippage_bp: 500n });
      expect(await other.step()).toBe(true);
      return venue.best(...asked);
    };
    const other = createHedger(app.services, venue);
    await createHedger(app.services, venueWith({ best })).step();
    await other.stop();
    expect((await orders()).slice(before.length)).toMatchObject([{ status: "filled", tries: 1n }]);
    await expectAccounted();
  });

  test("an order is tried in growing pauses as long as the venue is away", async () => {
    const { app } = parts();
    await bring(-BTC / 4n);
    await mode("rate_limit");
    await step();
    const pauses: bigint[] = [];
    for (let time = 0; time < 3; time++) {
      const order = await last();
      if (order === undefined) throw new Error("no order");
      const late = advanceOrder(app.services, venueWith({ best: down }), { ...order, next_at: 0n });
      await expect(late).rejects.toThrow(VenueError);
      pauses.push(((await last())?.next_at ?? 0n) - BigInt(app.clock.now()));
    }
    expect(pauses).toEqual([2000n, 4000n, 8000n]);
  });

  test.each([
    ["the policy is off", { mode: "off" }, "The policy is no longer on."],
    ["the policy is dry", { mode: "dry" }, "The policy is no longer on."],
    [
      "it is larger than orders may be",
      { order_max: BTC / 5n },
      "The policy’s largest order is smaller now.",
    ],
    ["the price has moved away", { max_slippage_bp: 0n }, "The price has moved away."],
  ] as const)("an order that waits is cancelled if %s", async (_what, becomes, reason) => {
    const { app, hedger } = parts();
    await bring(-BTC / 4n);
    await mode("rate_limit");
    await step();
    expect(await last()).toMatchObject({ status: "planned", open: 1n });
    const id = (await last())?.id;
    await mode("ok");
    await policy(becomes);
    app.clock.advance(5000);
    await hedger.step();
    expect((await orders()).find((order) => order.id === id)).toMatchObject({
      status: "cancelled",
      open: 0n,
      reason,
      tries: 1n,
    });
  });

  test.each([
    ["a cost above its limit", { cost: "400000" }, /cost/],
    ["a cost ten times too low", { cost: "3000" }, /cost/],
    ["more filled than was ordered", { filled: "0.3" }, /more than we ordered/],
    ["a negative fee", { fee: "-0.01" }, /fee/],
    ["a fee above a tenth of the cost", { fee: "20000" }, /fee/],
    ["more decimals than amounts have", { fee: "0.00000000001" }, /read/],
  ])("an answer with %s is not booked, and the order is unknown", async (_what, wrong, reason) => {
    const { app, venue } = parts();
    await bring(-BTC / 4n);
    const find = async (...asked: Parameters<Venue["find"]>) => {
      const found = await venue.find(...asked);
      return found && { ...found, ...wrong };
    };
    const books = await venueBooks(app.services.database.read);
    await createHedger(app.services, venueWith({ find })).step();
    expect(await last()).toMatchObject({
      status: "unknown",
      filled: "0",
      reason: expect.stringMatching(reason),
    });
    expect(await venueBooks(app.services.database.read)).toEqual(books);
    app.clock.advance(31_000);
    await step(3);
    expect(await last()).toMatchObject({ status: "filled", unknown_since: null });
    await expectAccounted();
  });

  test("the play venue takes nothing without a price, and the order waits", async () => {
    const { app } = parts();
    await bring(-BTC / 4n);
    const before = (await atVenue()).length;
    const price = () => Promise.reject(new RateUnavailableError("BTC", "AUD", []));
    const blind = createPlayVenue({ ...app.services, price });
    await createHedger(app.services, venueWith({ place: (order) => blind.place(order) })).step();
    expect(await atVenue()).toHaveLength(before);
    expect(await last()).toMatchObject({
      status: "planned",
      open: 1n,
      reason: expect.stringMatching(/no price/),
    });
  });

  test("an order that can't be looked up for ten minutes is unknown", async () => {
    const { app } = parts();
    await bring(-BTC / 4n);
    const blind = createHedger(app.services, venueWith({ find: down }));
    await blind.step();
    expect(await last()).toMatchObject({ status: "sent", unknown_since: expect.any(BigInt) });
    app.clock.advance(590_000);
    await blind.step();
    expect(await last()).toMatchObject({ status: "sent" });
    app.clock.advance(300_000);
    await blind.step();
    expect(await last()).toMatchObject({ status: "unknown", open: 1n, reason: "No answer." });
    await blind.stop();
    await policy({ band: BTC });
    await app.services.database.write((tx) =>
      tx
        .updateTable("venue_orders")
        .set({ unknown_since: BigInt(app.clock.now()), next_at: 0n })
        .where("open", "=", 1n)
        .execute(),
    );
    await step(2);
    await expectAccounted();
  });

  test("a comparison that fails is stated, and not tried again each second", async () => {
    const { app } = parts();
    let asked = 0;
    const balances = () => {
      asked += 1;
      return down();
    };
    const failing = createHedger(app.services, venueWith({ balances }));
    app.clock.advance(300_000);
    for (let second = 0; second < 10; second++) {
      await failing.step();
      app.clock.advance(1000);
    }
    expect(asked).toBe(1);
    const { read } = app.services.database;
    expect((await findVenueState(read, "play"))?.failure).toBe("No answer.");
    app.clock.advance(30_000);
    await failing.step();
    expect(asked).toBe(2);
    await failing.stop();
    await step();
    expect((await findVenueState(read, "play"))?.failure).toBeNull();
  });
});
