import type { BankLine } from "@wattle/contracts/bank-lines";
import type { Arrival } from "@wattle/contracts/coin-operations";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { HedgingStatus } from "@wattle/contracts/hedging";
import { changeVenueBalance } from "@wattle/db/hedging";
import { movePlayBalance } from "@wattle/db/play-venue";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHedger, type Hedger } from "../../hedging/hedger.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { type CoinDesk, startCoinDesk } from "../../testing/coin-payout.ts";
import { coinWallet } from "../../testing/coin-wallet.ts";
import { newStaff } from "../../testing/new-staff.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { unitsOf } from "../../testing/units.ts";

const note = { internal_note: "As agreed" };
const AGREED = { AUD: "0.00", BTC: "0.00000000" };

describe.each(DIALECTS)("moves between venue, treasury and bank on %s", (dialect) => {
  let app: TestApp;
  let finance: TestClient;
  let network: PlayNetwork;
  let hedger: Hedger;
  let desk: CoinDesk;
  beforeAll(async () => {
    ({ api: app, network, desk } = await startCoinDesk(dialect));
    await app.services.database.write((tx) => tx.deleteFrom("hedging_policies").execute());
    const { venue } = app.services;
    if (venue === undefined) throw new Error("the demo has no venue");
    hedger = createHedger(app.services, venue);
    finance = desk.client;
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
    return {
      ...bitcoin,
      ...venue,
      venueDifference: venue.difference,
      difference: { BTC: "0.00000000", ...venue.difference },
    };
  };
  /** The venue itself moves what it has. */
  const atVenue = (currency: string, by: bigint) =>
    app.services.database.write((tx) => movePlayBalance(tx, { venue: "play", currency, by }));
  const ownAddress = async (): Promise<string> =>
    (await mutate<{ address: string }>(finance, "ops.wallets.address", { network: "bitcoin" })).data.address;
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
    await atVenue("BTC", -30_000_000n);
    await network.send(await ownAddress(), 30_000_000n);
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
    await network.pause(null);
    expect((await compared()).position).toBe(before.position);
  });

  describe("coins that the treasury sends to the venue", () => {
    const { address } = coinWallet("of the venue");
    const send = async (more: object = {}) =>
      mutate<CoinPayout>((await newStaff(app, "finance")).client, "ops.coinMoves.create", {
        network: "bitcoin",
        what: "venue",
        address,
        amount: "0.25",
        ...more,
      });

    test("are the venue's once their block has settled, and the treasury's again if it is undone", async () => {
      const before = await compared();
      const { data: draft, message } = await send();
      expect(draft, message).toMatchObject({
        what: "venue",
        status: "draft",
        total: "0.25000000",
        to_venue: { address, amount: "0.25000000" },
      });
      expect((await desk.byTwo("release", { id: draft.id })).status).toBe("released");
      const { attempts } = await desk.sign(draft.id);
      expect((await compared()).position).toBe(before.position);
      await network.mine(3);
      expect(await network.paidTo(address)).toBe(25_000_000n);
      await atVenue("BTC", 25_000_000n);
      const { status, fee } = await desk.get(draft.id);
      const after = await compared();
      expect([status, after.difference]).toEqual(["settled", before.difference]);
      expect(unitsOf(after.books["BTC"] ?? "0", "BTC") - unitsOf(before.books["BTC"] ?? "0", "BTC")).toBe(
        25_000_000n,
      );
      // Only the miners' fee is gone.
      expect(unitsOf(before.position, "BTC") - unitsOf(after.position, "BTC")).toBe(unitsOf(fee, "BTC"));
      await network.replaceWithout(4, attempts[0]?.txid ?? "");
      expect((await compared()).position).toBe(before.position);
      await network.pause(null);
      await network.resend();
      await network.mine(3);
      expect(await compared()).toMatchObject({ position: after.position, books: after.books });
    });

    test("go with a higher fee to the same address, and nowhere once they are cancelled", async () => {
      await network.send(await ownAddress(), 40_000_000n);
      await network.mine(3);
      const { data: draft } = await send({ amount: "0.1" });
      await desk.byTwo("release", { id: draft.id });
      await desk.file(draft.id);
      await desk.byTwo("bump", { id: draft.id, fee_rate: "50" });
      await desk.sign(draft.id);
      const paid = await network.paidTo(address);
      const before = await compared();
      await desk.byTwo("cancel", { id: draft.id });
      await desk.sign(draft.id);
      await network.mine(3);
      expect((await desk.get(draft.id)).status).toBe("cancelled");
      expect([await network.paidTo(address), (await compared()).books]).toEqual([paid, before.books]);
    });

    test.each([
      ["an address of ours", "address", async () => ({ address: await ownAddress() })],
      ["a word", "address", () => ({ address: "nowhere" })],
      ["too little", "amount", () => ({ amount: "0.00000001" })],
      ["no amount", "amount", () => ({ amount: undefined })],
    ] as const)("are not sent for %s", async (_what, field, more) => {
      const answer = await send(await more());
      expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
    });
  });

  test("nothing comes from the venue if there is none", async () => {
    const { venue } = app.services;
    const line = await unmatchedLine("10.00", "From no venue");
    await network.send(await ownAddress(), 10_000_000n);
    await network.mine(3);
    const { data } = (
      await query<{ data: Arrival[] }>(finance, "ops.arrivals.list", { status: "under_review" })
    ).data;
    const arrival = data.find(({ amount }) => amount === "0.10000000");
    Object.assign(app.services, { venue: undefined });
    const answers = [
      await mutate(finance, "ops.bankLines.ownMoney", { id: line.id, account: "venue", ...note }),
      await mutate(finance, "ops.arrivals.ownMoney", { id: arrival?.id, from: "venue", ...note }),
    ];
    Object.assign(app.services, { venue });
    expect(answers.map(({ code, message }) => [code, message])).toEqual(
      Array.from({ length: 2 }, () => ["state_conflict", "Set VENUES first: there is no venue"]),
    );
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

  test.each([
    ["BTC", "0.0005", "0.0006", 50_000n],
    ["AUD", "2.50", "2.51", 250n],
  ] as const)(
    "a fee in %s that the venue took is booked by two people, and no more",
    async (code, fee, more, units) => {
      // Earlier moves may have left a difference.
      await atVenue(code, -unitsOf((await compared()).venueDifference[code] ?? "0", code));
      const before = await compared();
      await atVenue(code, -units);
      await compared();
      const book = (input: object) =>
        mutateByTwo<{ id: string }>(app, finance, "ops.hedging.bookFee", {
          currency: code,
          fee,
          venue_reference: "W-1",
          ...note,
          ...input,
        });
      const above = await book({ fee: more });
      expect([above.code, Object.keys(above.errors ?? {})]).toEqual(["amount_above_maximum", ["fee"]]);
      expect((await book({ fee: "0.00" })).code).toBe("amount_below_minimum");
      const { id } = (await book({})).data;
      const entry = await app.services.database.read
        .selectFrom("ledger_entries")
        .select(["kind", "approved_by"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(entry).toEqual({ kind: "venue_fee", approved_by: expect.any(String) });
      const after = await compared();
      expect(after.difference).toEqual(before.difference);
      expect(unitsOf(before.books[code] ?? "0", code) - unitsOf(after.books[code] ?? "0", code)).toBe(units);
      expect((await book({})).code).toBe("state_conflict");
    },
  );

  test("a balance of another coin is stated, and moves no books", async () => {
    const before = await compared();
    const { venue } = app.services;
    if (venue === undefined) throw new Error("the demo has no venue");
    const balances = async () => new Map([...(await venue.balances()), ["XXDG", "7.123456789012"]]);
    await hedger.stop();
    const other = createHedger(app.services, { ...venue, balances });
    app.clock.advance(300_000);
    await other.step();
    await other.stop();
    const { venues } = (await query<HedgingStatus>(finance, "ops.hedging.status")).data;
    expect(venues[0]).toMatchObject({ state: "ok", others: { XXDG: "7.123456789012" }, books: before.books });
    expect(venues[0]?.difference).not.toHaveProperty("XXDG");
    expect((await compared()).others).toEqual({});
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

  test("a currency that neither the venue nor the books have any more differs no longer", async () => {
    const old = { said: "0", books: 250_000n };
    await app.services.database.write((tx) => changeVenueBalance(tx, "play", "NGN", old));
    expect((await compared()).difference).toHaveProperty("NGN", "0.00");
  });
});
