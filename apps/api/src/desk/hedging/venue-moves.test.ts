import type { BankLine } from "@wattle/contracts/bank-lines";
import type { Arrival } from "@wattle/contracts/coin-operations";
import type { HedgingStatus } from "@wattle/contracts/hedging";
import { movePlayBalance } from "@wattle/db/play-venue";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fundTreasury } from "../../demo/fund-treasury.ts";
import { createHedger, type Hedger } from "../../hedging/hedger.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { PlayNetwork } from "../../testing/play-network.ts";
import { unitsOf } from "../../testing/units.ts";

const note = { internal_note: "As agreed" };
const AGREED = { AUD: "0.00", BTC: "0.00000000" };

describe.each(DIALECTS)("moves between venue, treasury and bank on %s", (dialect) => {
  let app: TestApp;
  let finance: TestClient;
  let network: PlayNetwork;
  let hedger: Hedger;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    await app.services.database.write((tx) => tx.deleteFrom("hedging_policies").execute());
    await fundTreasury(app.services);
    network = new PlayNetwork(app);
    await network.follow();
    const { venue } = app.services;
    if (venue === undefined) throw new Error("the demo has no venue");
    hedger = createHedger(app.services, venue);
    finance = (await newStaff(app, "finance")).client;
  });
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  /** Status after a comparison. */
  const compared = async () => {
    app.clock.advance(300_000);
    await hedger.step();
    const { currencies, venues } = (await query<HedgingStatus>(finance, "ops.hedging.status")).data;
    const [bitcoin, venue] = [currencies.find(({ currency }) => currency === "BTC"), venues[0]];
    if (bitcoin === undefined || venue === undefined) throw new Error("no status");
    return { ...bitcoin, ...venue, difference: { BTC: "0.00000000", ...venue.difference } };
  };
  /** The venue itself moves what it has. */
  const atVenue = (currency: string, by: bigint) =>
    app.services.database.write((tx) => movePlayBalance(tx, { venue: "play", currency, by }));
  const unmatchedLine = async (amount: string, text: string): Promise<BankLine> => {
    const importer = (await newStaff(app, "finance")).client;
    const content = `2026-01-05,${amount},${text}`;
    await mutate(importer, "ops.bankLines.import", { deposit_account_id: "aud-bank-transfer", content });
    const { data } = await query<{ data: BankLine[] }>(finance, "ops.bankLines.list", { limit: 200 });
    const line = data.data.find((each) => each.text === text);
    if (line === undefined) throw new Error(`no line has the text ${text}`);
    return line;
  };

  test("coins that the venue paid out are in the treasury, and no longer at the venue", async () => {
    const before = await compared();
    expect(before.difference).toEqual(AGREED);
    const { data } = await mutate<{ address: string }>(finance, "ops.wallets.address", {
      network: "bitcoin",
    });
    await atVenue("BTC", -30_000_000n);
    await network.send(data.address, 30_000_000n);
    await network.mine(3);
    // On the way the books still have them at the venue.
    const onTheWay = await compared();
    expect([onTheWay.position, onTheWay.difference.BTC]).toEqual([before.position, "-0.30000000"]);
    const arrivals = await query<{ data: Arrival[] }>(finance, "ops.arrivals.list", {
      status: "under_review",
    });
    const arrival = arrivals.data.data.find(({ amount }) => amount === "0.30000000");
    const own = { id: arrival?.id, from: "venue", ...note };
    expect((await mutate<Arrival>(finance, "ops.arrivals.ownMoney", own)).data.status).toBe("own_money");
    const after = await compared();
    expect([after.position, after.difference]).toEqual([before.position, AGREED]);
    expect(unitsOf(after.held, "BTC") - unitsOf(before.held, "BTC")).toBe(30_000_000n);
    expect(after.at_venues).toBe("-0.30000000");
    // A block that is undone takes the move back.
    await network.reorganise(4);
    expect((await compared()).position).toBe(before.position);
  });

  test.each([
    ["to", "-2500.00", 250_000n],
    ["from", "1200.50", -120_050n],
  ] as const)("money %s the venue is on the bank's line, and at the venue", async (way, amount, by) => {
    const before = await compared();
    await atVenue("AUD", by);
    const line = await unmatchedLine(amount, `Transfer ${way} the venue`);
    const own = { id: line.id, account: "venue", ...note };
    expect((await mutate<BankLine>(finance, "ops.bankLines.ownMoney", own)).data.status).toBe("own_money");
    expect((await mutate(finance, "ops.bankLines.ownMoney", own)).code).toBe("state_conflict");
    const after = await compared();
    expect(unitsOf(after.books["AUD"] ?? "0", "AUD") - unitsOf(before.books["AUD"] ?? "0", "AUD")).toBe(by);
    expect(after.difference).toEqual(before.difference);
    expect(after.position).toBe(before.position);
  });

  test("a trade by hand at the venue moves its accounts, and one at another venue does not", async () => {
    const before = await compared();
    const trade = { side: "buy", currency: "BTC", amount: "0.1", price: "150000", in: "AUD" };
    expect((await mutate(finance, "ops.position.recordTrade", { ...trade, venue: "Elsewhere" })).status).toBe(
      200,
    );
    const elsewhere = await compared();
    expect([elsewhere.difference, elsewhere.books]).toEqual([before.difference, before.books]);
    expect(unitsOf(elsewhere.held, "BTC") - unitsOf(before.held, "BTC")).toBe(10_000_000n);
    await atVenue("BTC", 10_000_000n);
    await atVenue("AUD", -1_500_000n);
    expect((await mutate(finance, "ops.position.recordTrade", { ...trade, venue: "Play" })).status).toBe(200);
    const after = await compared();
    expect(after.difference).toEqual(before.difference);
    expect(unitsOf(after.at_venues, "BTC") - unitsOf(before.at_venues, "BTC")).toBe(10_000_000n);
    expect(after.held).toBe(elsewhere.held);
  });
});
