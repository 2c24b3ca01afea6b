/** The house's own trading at the play venue of a demo, without the demo's policies. */
import { saveHedgingPolicy, venueBooks } from "@wattle/db/hedging";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { listPositions } from "@wattle/db/position";
import type { HedgingPolicyRow, PlayVenueMode, VenueOrderRow } from "@wattle/db/tables";
import type { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createHedger, type Hedger } from "../hedging/hedger.ts";
import { positionOf } from "../hedging/plan-order.ts";
import { exactUnits, toExact } from "../venues/exact.ts";
import type { Venue } from "../venues/venue.ts";
import { startTestApp, type TestApp } from "./app-for-test.ts";

export const BTC = 100_000_000n;
export const POLICY: Omit<HedgingPolicyRow, "set_at"> = {
  currency: "BTC",
  mode: "on",
  target: 0n,
  band: BTC / 10n,
  order_min: BTC / 1000n,
  order_max: BTC / 2n,
  max_slippage_bp: 60n,
  max_per_hour: 1_000_000_000n,
  max_per_day: 4_000_000_000n,
  reason: null,
  failing_since: null,
  set_by: "test",
};

/** Starts an installation for the tests of a `describe`. Each begins with a position of zero and the policy turned on. */
export function hedgingForTest(dialect: (typeof DIALECTS)[number]) {
  let app: TestApp;
  let venue: Venue;
  let hedger: Hedger;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    await app.services.database.write((tx) => tx.deleteFrom("hedging_policies").execute());
    if (app.services.venue === undefined) throw new Error("the demo has no venue");
    venue = app.services.venue;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await mode("ok");
    await bring(0n);
    await policy({});
    hedger = createHedger(app.services, venue);
  });
  afterEach(async () => {
    await policy({ mode: "off" });
    await mode("ok");
    await forgetUnknown();
    app.clock.advance(25 * 3_600_000);
  });

  const mode = (behaves: PlayVenueMode) => app.services.setPlayMode?.(behaves);
  const policy = (more: Partial<HedgingPolicyRow>) =>
    app.services.database.write((tx) =>
      saveHedgingPolicy(tx, { ...POLICY, set_at: BigInt(app.clock.now()), ...more }),
    );
  const state = () =>
    app.services.database.read
      .selectFrom("hedging_policies")
      .selectAll()
      .where("currency", "=", "BTC")
      .executeTakeFirstOrThrow();
  const orders = (): Promise<VenueOrderRow[]> =>
    app.services.database.read
      .selectFrom("venue_orders")
      .selectAll()
      .orderBy("created_at")
      .orderBy("id")
      .execute();
  const last = async () => (await orders()).at(-1);
  const position = async (): Promise<bigint> => {
    const found = (await listPositions(app.services.database.read)).find(
      ({ currency }) => currency === "BTC",
    );
    if (found === undefined) throw new Error("no position");
    return positionOf(found);
  };
  /** Has the house get or give coins. */
  const move = (units: bigint) =>
    app.services.database.write((tx) =>
      postEntry(tx, {
        id: app.services.ids.uuid(),
        kind: "test",
        description: "Coins of a test",
        createdBy: "test",
        createdAt: BigInt(app.clock.now()),
        postings: [
          {
            source: houseAccount(units > 0n ? "inventory" : "own", "BTC"),
            destination: houseAccount(units > 0n ? "own" : "inventory", "BTC"),
            currency: "BTC",
            amount: units > 0n ? units : -units,
          },
        ],
      }),
    );
  /** Makes the position so large. */
  const bring = async (to: bigint) => {
    const by = to - (await position());
    if (by !== 0n) await move(by);
  };
  const forgetUnknown = () =>
    app.services.database.write((tx) =>
      tx.updateTable("venue_orders").set({ open: 0n, status: "cancelled" }).where("open", "=", 1n).execute(),
    );
  const step = async (times = 1, milliseconds = 1000) => {
    for (let at = 0; at < times; at++) {
      await hedger.step();
      app.clock.advance(milliseconds);
    }
  };
  const atVenue = async () =>
    app.services.database.read.selectFrom("play_venue_orders").selectAll().execute();
  /** The venue has what the books have, and what it has filled and we do not know yet. */
  const expectAccounted = async () => {
    const { read } = app.services.database;
    const [ours, theirs] = [await orders(), await atVenue()];
    expect(new Set(theirs.map(({ client_id }) => client_id)).size).toBe(theirs.length);
    const books = new Map(await venueBooks(read));
    const add = (code: string, units: bigint) => books.set(code, (books.get(code) ?? 0n) + units);
    for (const there of theirs) {
      const here = ours.find(({ client_id }) => client_id === there.client_id);
      if (here === undefined) throw new Error("the venue has an order that we never wrote down");
      const sign = there.side === "buy" ? 1n : -1n;
      const unknown = (said: string, units: bigint, decimals: number) =>
        (toExact(units, decimals) - exactUnits(said)) / toExact(1n, decimals);
      add("BTC", sign * unknown(here.filled, there.filled, 8));
      add("AUD", -sign * unknown(here.cost, there.cost, 2) - unknown(here.fee, there.fee, 2));
    }
    const balances = await read.selectFrom("play_venue_balances").selectAll().execute();
    for (const { currency, amount } of balances)
      expect([currency, books.get(currency)]).toEqual([currency, amount]);
  };

  return {
    /** Those of the test that runs. */
    parts: () => ({ app, venue, hedger }),
    mode,
    policy,
    state,
    orders,
    last,
    position,
    move,
    bring,
    forgetUnknown,
    step,
    atVenue,
    expectAccounted,
  };
}
