import type { PlayVenueMode } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { PLAY_MODES } from "../demo/serve-venue.ts";
import { BTC, hedgingForTest, POLICY } from "../testing/hedging-for-test.ts";
import { exactUnits } from "../venues/exact.ts";
import { VenueError, type Venue } from "../venues/venue.ts";
import type { HedgeServices } from "./advance-order.ts";
import { createHedger, type Hedger } from "./hedger.ts";
import { LOOK_UP_MILLISECONDS } from "./orders.ts";

class Killed extends Error {}

/** The same with a chance to be killed before and after each call of `names`. */
function mortal<T extends object>(of: T, names: readonly string[], dies: () => boolean): T {
  return new Proxy(of, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function" || !names.includes(String(name))) return value;
      return async (...call: unknown[]): Promise<unknown> => {
        if (dies()) throw new Killed();
        const answer: unknown = await (value as (...all: unknown[]) => Promise<unknown>).apply(target, call);
        if (dies()) throw new Killed();
        return answer;
      };
    },
  });
}

/** The same venue, which notices an order that is sent again although the venue may have it. */
function watched(venue: Venue) {
  const maybeThere = new Set<string>();
  const sentAgain: string[] = [];
  const place: Venue["place"] = async (order) => {
    if (maybeThere.has(order.clientId)) sentAgain.push(order.clientId);
    maybeThere.add(order.clientId);
    try {
      return await venue.place(order);
    } catch (failed) {
      const isNotThere = failed instanceof VenueError && ["unsent", "rate_limited"].includes(failed.kind);
      if (isNotThere) maybeThere.delete(order.clientId);
      throw failed;
    }
  };
  return { venue: { ...venue, place }, sentAgain };
}

/** It behaves well more often than in any other way. */
const MODES: readonly PlayVenueMode[] = ["ok", ...PLAY_MODES];

const act = fc.record({
  mode: fc.constantFrom(...MODES),
  /** Hundredths of a coin that customers sell, below zero buy. */
  moves: fc.integer({ min: -150, max: 150 }),
  /** Calls of the database and the venue before the process is killed. */
  dieIn: fc.integer({ min: 1, max: 60 }),
  passes: fc.oneof(
    fc.integer({ min: 100, max: 8000 }),
    fc.constantFrom(600_000, 1_800_000, 3_600_000, 40_000_000),
  ),
});

const run = fc.record({
  acts: fc.array(act, { minLength: 3, maxLength: 8 }),
  /** Cents. Two orders of the largest size are a little less than 200,000.00. */
  max_per_hour: fc.bigInt({ min: 1_000_000n, max: 40_000_000n }),
  max_per_day: fc.bigInt({ min: 2_000_000n, max: 80_000_000n }),
});

const HOUR = 3_600_000n;
const ROUNDS = 2;

/** A fresh database each so many runs: what all of them made is compared after each act. */
const RUNS_EACH = 50;
const RUNS = {
  sqlite: attacks({ few: 12, many: 9500 }),
  postgres: attacks({ few: 4, many: 500 }),
} as const;

describe.each(DIALECTS)("random runs of the house's own trading on %s", (dialect) => {
  const totals = { runs: 0, orders: 0, kills: 0, unknown: 0, limited: 0 };
  afterAll(() =>
    noteFigures(
      `${dialect}: ${totals.runs} random runs with ${totals.orders} orders, ${totals.kills} kills, ${totals.unknown} orders without an answer and ${totals.limited} times at a limit; none lost, none sent twice, no limit passed`,
    ),
  );

  const starts = Array.from({ length: Math.ceil(RUNS[dialect] / RUNS_EACH) }, (_, at) => at * RUNS_EACH);
  describe.each(starts)("from the %sth", (start) => {
    const { parts, mode, policy, state, orders, move, bring, forgetUnknown, atVenue, expectAccounted } =
      hedgingForTest(dialect);

    /** Two people say of an order of which no answer came, and which the venue does not have, that it was not placed. */
    async function resolveUnknown(): Promise<void> {
      const there = new Set((await atVenue()).map(({ client_id }) => client_id));
      const { database, clock } = parts().app.services;
      for (const { id, status, unknown_since, client_id } of await orders()) {
        const isOver = BigInt(clock.now()) >= (unknown_since ?? 0n) + LOOK_UP_MILLISECONDS;
        if (status !== "unknown" || !isOver || there.has(client_id)) continue;
        await database.write((tx) =>
          tx
            .updateTable("venue_orders")
            .set({ open: 0n, status: "cancelled" })
            .where("id", "=", id)
            .execute(),
        );
      }
    }

    /**
     * Sums of an hour and of a day, by the time at which orders were written down. A sale that is filled late may bring more than anyone
     * could know then.
     */
    async function expectInLimits(began: bigint): Promise<void> {
      const { max_per_hour, max_per_day, max_slippage_bp } = await state();
      const there = new Map((await atVenue()).map((row) => [row.client_id, row.cost]));
      const made = (await orders())
        .filter(({ created_at }) => created_at >= began)
        .map(({ created_at: at, client_id, amount, side, guard_price }) => {
          const most = (amount * exactUnits(guard_price) * (10_000n + max_slippage_bp)) / 10n ** 20n;
          const cost = there.get(client_id) ?? 0n;
          return { at, amount, cost: side === "sell" && cost > most ? most : cost };
        });
      const within = (until: bigint, span: bigint): bigint =>
        made.reduce((sum, { at, cost }) => (at <= until && at > until - span ? sum + cost : sum), 0n);
      for (const { at, amount } of made) {
        expect(amount).toBeLessThanOrEqual(POLICY.order_max);
        expect(within(at, HOUR)).toBeLessThanOrEqual(max_per_hour);
        expect(within(at, 24n * HOUR)).toBeLessThanOrEqual(max_per_day);
      }
    }

    async function expectRight(began: bigint): Promise<void> {
      expect((await orders()).filter(({ open }) => open === 1n).length).toBeLessThanOrEqual(1);
      await expectAccounted();
      await expectInLimits(began);
    }

    test("whatever happens, and wherever it is killed, no order is lost, sent twice or beyond a limit", async () => {
      const { app, venue, hedger } = parts();
      await hedger.stop();
      await fc.assert(
        fc.asyncProperty(run, async ({ acts, ...limits }) => {
          await mode("ok");
          await policy(limits);
          const began = BigInt(app.clock.now());
          let left = Infinity;
          const dies = (): boolean => (left -= 1) === 0;
          const { venue: seen, sentAgain } = watched(venue);
          const database = mortal(app.services.database, ["write"], dies);
          const services: HedgeServices = { ...app.services, database };
          const doomed = mortal(seen, ["place", "find", "best", "balances"], dies);
          const start = (): Hedger => createHedger(services, doomed);
          let own = start();
          for (const { mode: behaves, moves, dieIn, passes } of acts) {
            await mode(behaves);
            if (moves !== 0) await move((BigInt(moves) * BTC) / 100n);
            left = dieIn;
            try {
              for (let round = 0; round < ROUNDS; round++) {
                await own.step();
                app.clock.advance(passes);
              }
            } catch (error) {
              if (!(error instanceof Killed)) throw error;
              totals.kills += 1;
              own = start();
              app.clock.advance(31_000);
            }
            left = Infinity;
            if ((await state()).reason?.startsWith("The limit") === true) totals.limited += 1;
            await expectRight(began);
            await resolveUnknown();
          }
          left = Infinity;
          await mode("ok");
          for (let round = 0; round < ROUNDS; round++) {
            app.clock.advance(31_000);
            await own.step();
          }
          await expectRight(began);
          expect(sentAgain).toEqual([]);
          const made = (await orders()).filter(({ created_at }) => created_at >= began);
          totals.runs += 1;
          totals.orders += made.length;
          totals.unknown += made.filter(({ unknown_since }) => unknown_since !== null).length;
          await own.stop();
          await forgetUnknown();
          app.clock.advance(25 * 3_600_000);
          await bring(0n);
        }),
        { numRuns: Math.min(RUNS_EACH, RUNS[dialect] - start), seed: start + 1, endOnFailure: true },
      );
    });
  });
});
