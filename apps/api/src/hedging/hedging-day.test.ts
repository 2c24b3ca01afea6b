import { randomUUID } from "node:crypto";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { HedgingStatus } from "@wattle/contracts/hedging";
import { changeVenueOrder, changeVenueState, findVenueState, saveHedgingPolicy } from "@wattle/db/hedging";
import { findUserByEmail } from "@wattle/db/accounts";
import { availableAccount, houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listPositions } from "@wattle/db/position";
import type { PlayVenueMode, PlayVenueOrder, VenueOrderRow } from "@wattle/db/tables";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountText } from "../amount-text.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { createClient, type TestClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { BTC, POLICY } from "../testing/hedging-for-test.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { exactUnits } from "../venues/exact.ts";
import { isOutside } from "./decide.ts";
import { LOOK_UP_MILLISECONDS } from "./orders.ts";
import { positionOf } from "./plan-order.ts";

/** A day's hours: in each the venue behaves so, customers trade, and the server is killed. */
const HOURS = attacks({ few: 2, many: 24 });
const MODES: readonly PlayVenueMode[] = [
  "lost_after",
  "lost_before",
  "late_fill",
  "partial",
  "rate_limit",
  "down",
  "ok",
  "lost_after",
];
/** An order may be at the venue in these. */
const TAKES: readonly PlayVenueMode[] = ["ok", "partial", "late_fill", "lost_after"];
/** Exchanges of an hour, all one way: together they leave the band. */
const EXCHANGES = 6;
const BAND = BTC / 20n;
const LEAST = 3_000_000;
const MOST = 12_000_000;
const SETTLES = { timeout: 60_000, interval: 50 };

const random = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from));
const oneOf = <T>(all: readonly T[]): T => {
  const [picked] = [all[random(0, all.length)]];
  if (picked === undefined) throw new RangeError("nothing to choose from");
  return picked;
};

describe.each(DIALECTS)("a day of trading at the demo's venue on %s", (dialect) => {
  let database: FreshDatabase;
  let server: ServerProcess;
  let customer: TestClient;
  let fiona: TestClient;
  let frank: TestClient;
  const totals = { exchanges: 0, kills: 0, amidOrders: 0, resolved: 0 };

  const signedIn = async (email: string): Promise<TestClient> => {
    const client = createClient(overHttp(() => server.origin));
    await client.login(email);
    return client;
  };
  const restart = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: database.url });
  };
  beforeAll(async () => {
    database = await demoDatabase(dialect);
    await endow();
    await database.write(async (tx) => {
      await tx.deleteFrom("hedging_policies").execute();
      await saveHedgingPolicy(tx, { ...POLICY, band: BAND, set_at: BigInt(Date.now()) });
    });
    await restart();
    customer = await signedIn("customer@demo.test");
    [fiona, frank] = [await signedIn("finance@demo.test"), await signedIn("finance2@demo.test")];
  });
  afterAll(async () => {
    await server.kill();
    await database.close();
  });

  const ours = (): Promise<VenueOrderRow[]> =>
    database.read.selectFrom("venue_orders").selectAll().where("dry", "=", 0n).execute();
  const theirs = (): Promise<PlayVenueOrder[]> =>
    database.read.selectFrom("play_venue_orders").selectAll().execute();
  const position = async (): Promise<bigint> => {
    const found = (await listPositions(database.read)).find(({ currency }) => currency === "BTC");
    if (found === undefined) throw new Error("no position");
    return positionOf(found);
  };
  const policy = () => database.read.selectFrom("hedging_policies").selectAll().executeTakeFirstOrThrow();
  const behave = async (mode: PlayVenueMode): Promise<void> => {
    const { status } = await fetch(`${server.origin}/dev/venue`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode }),
    });
    expect(status).toBe(200);
  };

  /** Gives the customer coins and money, and the house coins for all that customers own. */
  async function endow(): Promise<void> {
    const user = await findUserByEmail(database.read, "customer@demo.test");
    if (user === undefined) throw new Error("no customer");
    const give = (source: "bank" | "inventory", to: LedgerAccountId, currency: string, amount: bigint) => ({
      source: houseAccount(source, currency),
      destination: to,
      currency,
      amount,
    });
    const short = -(await position());
    const postings = [
      give("bank", availableAccount(user.id, "AUD"), "AUD", 10n ** 9n),
      give("bank", availableAccount(user.id, "BTC"), "BTC", 20n * BTC),
      give("inventory", houseAccount("own", "BTC"), "BTC", 20n * BTC + short),
    ];
    const entry = { id: randomUUID(), kind: "deposit", description: "Opening balance", createdBy: "test" };
    await database.write((tx) => postEntry(tx, { ...entry, createdAt: BigInt(Date.now()), postings }));
  }

  /** Customers sell, or buy, more than the band. */
  async function trade(): Promise<void> {
    const sells = (await position()) <= 0n ? Math.random() < 0.7 : Math.random() < 0.3;
    for (let made = 0; made < EXCHANGES; made++) {
      const held = sells ? await holdRate(customer) : await holdRate(customer, "AUD", "BTC");
      const coins = BigInt(random(LEAST, MOST));
      const credit = sells ? amountText(coins, "BTC") : `${random(5000, 20_000)}.00`;
      const answer = await postExchange(customer, payloadOf(held, credit));
      expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
      totals.exchanges += 1;
    }
  }

  /** A moment at which the server may die, told by what is in the database. */
  async function moment(mode: PlayVenueMode, since: ReadonlySet<string>, there: number): Promise<void> {
    const fresh = async () => (await ours()).filter(({ id }) => !since.has(id));
    const moments: (() => Promise<boolean>)[] =
      mode === "down"
        ? [async () => (await policy()).reason !== null || (await fresh()).length > 0]
        : [
            async () => (await fresh()).length > 0,
            async () => (await fresh()).some(({ sent_at }) => sent_at !== null),
            ...(TAKES.includes(mode) ? [async () => (await theirs()).length > there] : []),
          ];
    await expect.poll(oneOf(moments), { ...SETTLES, interval: 1 }).toBe(true);
  }

  /** Ten minutes pass, and two people say what became of an order of which no answer came. */
  async function resolveUnknown(): Promise<void> {
    const there = new Set((await theirs()).map(({ client_id }) => client_id));
    for (const order of await ours()) {
      if (order.status !== "unknown" || there.has(order.client_id)) continue;
      const past = BigInt(Date.now()) - LOOK_UP_MILLISECONDS;
      await database.write((tx) => changeVenueOrder(tx, order.id, { unknown_since: past }));
      const { data } = await mutate<AwaitingApproval>(fiona, "ops.hedging.resolve", {
        id: order.id,
        outcome: "not_placed",
        venue_reference: "Not in its list",
        internal_note: "Looked at its page",
      });
      const approved = await mutate(frank, "ops.approvals.approve", { id: data.approval.id });
      expect(approved.status, approved.message).toBe(200);
      totals.resolved += 1;
    }
  }

  /** The venue is up: within a minute the position is in its band, and no order is open. */
  async function expectSettled(): Promise<void> {
    await expect
      .poll(async () => {
        await resolveUnknown();
        const open = (await ours()).filter((order) => order.open === 1n);
        return [open.length, isOutside(await position(), await policy())];
      }, SETTLES)
      .toEqual([0, false]);
  }

  async function expectAccounted(): Promise<void> {
    const [here, there] = [await ours(), await theirs()];
    const known = new Map(here.map((order) => [order.client_id, order]));
    expect(new Set(there.map(({ client_id }) => client_id)).size).toBe(there.length);
    for (const { client_id, filled, cost, fee } of there) {
      const row = known.get(client_id);
      const said = row && [row.filled, row.cost, row.fee].map((text) => exactUnits(text));
      expect(said).toEqual([filled * 100n, cost * 10n ** 8n, fee * 10n ** 8n]);
    }
    const filled = here.filter((order) => exactUnits(order.filled) > 0n);
    expect(filled).toHaveLength(there.filter((order) => order.filled > 0n).length);
    expect(here.every(({ amount }) => amount <= POLICY.order_max)).toBe(true);
    const spent = there.reduce((sum, { cost }) => sum + cost, 0n);
    expect(spent).toBeLessThanOrEqual(POLICY.max_per_hour);
  }

  /** The venue's balances are those of the books, by the desk's own comparison. */
  async function expectAgreed(): Promise<void> {
    await database.write((tx) => changeVenueState(tx, "play", { checked_at: null }));
    await expect
      .poll(async () => (await findVenueState(database.read, "play"))?.checked_at ?? null, SETTLES)
      .not.toBeNull();
    const { data } = await query<HedgingStatus>(fiona, "ops.hedging.status");
    expect(data.venues[0]).toMatchObject({ state: "ok", unbooked: [] });
    expect(data.venues[0]?.difference).toEqual({ AUD: "0.00", BTC: "0.00000000" });
  }

  test(`${HOURS} hours with a kill -9 each leave the position in its band and no order unaccounted`, async () => {
    await expectSettled();
    for (let hour = 0; hour < HOURS; hour++) {
      const mode = MODES[hour % MODES.length] ?? "ok";
      const since = new Set((await ours()).map(({ id }) => id));
      const there = (await theirs()).length;
      await behave(mode);
      await trade();
      await moment(mode, since, there);
      await server.kill();
      totals.kills += 1;
      if ((await ours()).some(({ open }) => open === 1n)) totals.amidOrders += 1;
      // The turn of the process that died is over.
      await database.write((tx) => changeVenueState(tx, "play", { leased_until: 0n }));
      await restart();
      await behave("ok");
      await expectSettled();
      await expectAccounted();
      await expectAgreed();
    }
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(
      `${dialect}: a day with ${totals.kills} kills, ${totals.amidOrders} amid an open order, ${totals.exchanges} exchanges, ` +
        `${(await ours()).length} orders and ${totals.resolved} resolved by two people; in the band and equal to the venue after each hour`,
    );
  });
});
