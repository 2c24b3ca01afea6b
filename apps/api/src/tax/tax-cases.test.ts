import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { TaxReportAnswer, TaxYears } from "@wattle/contracts/tax";
import { updateUser } from "@wattle/db/accounts";
import { recordExchange } from "@wattle/db/exchange";
import { coinWithdrawalRow, exchangeRow } from "@wattle/db/history-rows";
import { heldAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { arriveFromOutside } from "../testing/arrive-coins.ts";
import { query } from "../testing/call-procedure.ts";
import { newAccount } from "../testing/new-staff.ts";
import { setAside } from "../withdrawals/set-aside.ts";

const at = (time: string): bigint => BigInt(Date.parse(time));

type Settled = Omit<Posting, "currency"> & { readonly kind: string };

/** A customer whose moves are made up, at times of the past. */
async function newTaxpayer(app: TestApp) {
  const { client, id: userId } = await newAccount(app, {
    permissions: JSON.stringify(PERMISSIONS),
  });
  const { services } = app;
  let count = 0;
  const next = (what: string): string => `${what}-${userId}-${(count += 1)}`;
  const exchange = (time: string, terms: Parameters<typeof exchangeOf>[2]) =>
    services.database.write((tx) =>
      recordExchange(
        tx,
        exchangeRow(exchangeOf(userId, next("exchange"), { ...terms, createdAt: at(time) })),
      ),
    );
  const [held, wallet] = [heldAccount(userId, "BTC"), houseAccount("wallet", "BTC")];
  const settle = (id: string, time: string, { kind, ...posting }: Settled) =>
    services.database.write(async (tx) => {
      const [entry_id, created_at] = [next("entry"), at(time)];
      await postEntry(tx, {
        id: entry_id,
        kind,
        description: kind,
        createdBy: "test",
        createdAt: created_at,
        postings: [{ ...posting, currency: "BTC" }],
      });
      const event = {
        id: next("event"),
        transaction_id: id,
        from_status: "sent",
        to_status: "completed",
      } as const;
      await tx
        .insertInto("transaction_events")
        .values({ ...event, actor: "system", reason: null, created_at, entry_id })
        .execute();
    });
  return {
    client,
    id: userId,
    arrive: (time: string, currency: string, units: bigint) =>
      arriveFromOutside(services, { userId: userId, mark: next("arrival"), currency, units, at: at(time) }),
    buy: (time: string, cost: bigint, units: bigint) =>
      exchange(time, { credit: cost, creditCurrency: "AUD", debit: units, debitCurrency: "BTC", fee: 0n }),
    sell: (time: string, units: bigint, proceeds: bigint) =>
      exchange(time, { credit: units, debit: proceeds, fee: 0n }),
    /** Bitcoin leaves for an own wallet, a fee of 1,000 satoshi included. @returns the id of its transaction */
    send: async (time: string, units: bigint): Promise<string> => {
      const [id, entryId] = [next("withdrawal"), next("withdrawal-entry")];
      const amount = { units, currency: "BTC" };
      const origin = { id, userId, reference: next("REF"), createdAt: at(time), entryId };
      const row = coinWithdrawalRow({ ...origin, amount, fee: 1_000n, coinPayeeId: "own-wallet" }, null);
      await services.database.write((tx) => setAside(tx, services, row));
      await settle(id, time, {
        kind: "withdrawal_completed",
        source: held,
        destination: wallet,
        amount: units,
      });
      return id;
    },
    /** The block that had them was undone. */
    undo: (id: string, time: string, units: bigint) =>
      settle(id, time, { kind: "withdrawal_undone", source: wallet, destination: held, amount: units }),
    report: async (year: number): Promise<TaxReportAnswer> => {
      const answer = await query<TaxReportAnswer>(client, "tax.report", { year, method: "fifo" });
      expect(answer.status, answer.message).toBe(200);
      return answer.data;
    },
  };
}

describe.each(DIALECTS)("cases of the tax report, on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  test("coins that come back from an own wallet are the same ones, what comes above them is new", async () => {
    const owner = await newTaxpayer(app);
    await owner.arrive("2021-08-01T00:00:00Z", "AUD", 1_000_00n);
    await owner.buy("2021-08-02T00:00:00Z", 1_000_00n, 100_000_000n);
    await owner.send("2021-09-01T00:00:00Z", 40_001_000n);
    expect(await owner.report(2022)).toMatchObject({
      disposals: [],
      held: [{ units: "1.00000000", cost: "1000.00" }],
      in_own_wallets: [{ currency: "BTC", units: "0.40000000" }],
    });
    await owner.arrive("2022-09-01T00:00:00Z", "BTC", 30_000_000n);
    const back = await owner.report(2023);
    expect(back).toMatchObject({
      held: [{ units: "1.00000000", cost: "1000.00" }],
      in_own_wallets: [{ currency: "BTC", units: "0.10000000" }],
      from_outside: [{ units: "0.30000000", basis: "own" }],
    });
    await owner.arrive("2022-10-01T00:00:00Z", "BTC", 15_000_000n);
    expect(await owner.report(2023)).toMatchObject({
      held: [{ units: "1.05000000", cost: "1000.00" }],
      in_own_wallets: [],
      from_outside: [
        { units: "0.30000000", basis: "own" },
        { units: "0.10000000", basis: "own" },
        { units: "0.05000000", basis: "unknown" },
      ],
    });
    // The customer knows better: they are other coins.
    const stated = await owner.client.put(
      `/api/users/transactions/${back.from_outside[0]?.transaction_id}/cost`,
      { acquired_on: "2020-01-01", cost: "900.00" },
    );
    expect(stated.status).toBe(204);
    expect(await owner.report(2023)).toMatchObject({
      held: [{ units: "1.30000000", cost: "1900.00" }],
      in_own_wallets: [{ units: "0.25000000" }],
    });
  });

  test("the overview counts the cost that the customer states, and until then says that it is the market's", async () => {
    const owner = await newTaxpayer(app);
    const id = await owner.arrive(new Date(app.clock.now()).toISOString(), "BTC", 10_000_000n);
    const btc = async () => {
      const { data } = await query<PortfolioOverview>(owner.client, "portfolio.overview");
      return data.holdings.find(({ currency }) => currency === "BTC");
    };
    expect(await btc()).toMatchObject({ assumed_cost: true });
    const stated = { acquired_on: "2020-01-01", cost: "900.00" };
    expect((await owner.client.put(`/api/users/transactions/${id}/cost`, stated)).status).toBe(204);
    expect(await btc()).toMatchObject({ assumed_cost: false, average_cost: "9000.00" });
    const again = { ...stated, cost: "1000.00" };
    expect((await owner.client.put(`/api/users/transactions/${id}/cost`, again)).status).toBe(204);
    expect(await btc()).toMatchObject({ average_cost: "10000.00" });
    const year = new Date(app.clock.now()).getUTCFullYear() + 1;
    const { held } = await owner.report(year);
    expect(held).toEqual([{ currency: "BTC", units: "0.10000000", cost: "1000.00" }]);
  });

  test("coins whose block was undone never left", async () => {
    const owner = await newTaxpayer(app);
    await owner.arrive("2021-08-01T00:00:00Z", "AUD", 1_000_00n);
    await owner.buy("2021-08-02T00:00:00Z", 1_000_00n, 100_000_000n);
    const id = await owner.send("2021-09-01T00:00:00Z", 40_001_000n);
    await owner.undo(id, "2021-09-02T00:00:00Z", 40_001_000n);
    await owner.arrive("2022-03-01T00:00:00Z", "BTC", 1_000_000n);
    expect(await owner.report(2022)).toMatchObject({
      held: [{ units: "1.01000000", cost: "1000.00" }],
      in_own_wallets: [],
      from_outside: [{ basis: "unknown" }],
    });
  });

  test("what is bought and sold in the same millisecond is sold from what was bought", async () => {
    const owner = await newTaxpayer(app);
    const moment = "2022-01-10T01:02:03.004Z";
    await owner.arrive("2022-01-01T00:00:00Z", "AUD", 1_000_00n);
    await owner.buy(moment, 1_000_00n, 2_000_000n);
    await owner.sell(moment, 1_000_000n, 600_00n);
    await owner.sell(moment, 1_000_000n, 300_00n);
    const { disposals, totals, held } = await owner.report(2022);
    expect(disposals.map(({ parcels }) => parcels.map(({ cost }) => cost))).toEqual([["500.00"], ["500.00"]]);
    expect([totals.gains, totals.losses, held]).toEqual(["100.00", "200.00", []]);
  });

  test("a year without moves says what is held, as a file too", async () => {
    const owner = await newTaxpayer(app);
    await owner.arrive("2020-08-01T00:00:00Z", "AUD", 1_000_00n);
    await owner.buy("2020-08-02T00:00:00Z", 1_000_00n, 2_000_000n);
    expect(await owner.report(2023)).toMatchObject({
      disposals: [],
      totals: { proceeds: "0.00", cost: "0.00", gains: "0.00", losses: "0.00", fees: "0.00" },
      held: [{ currency: "BTC", units: "0.02000000", cost: "1000.00" }],
    });
    const csv = await owner.client.get("/api/users/tax-report.csv?year=2023");
    expect(parse(csv.text, { columns: true })).toContainEqual(
      expect.objectContaining({ kind: "held", currency: "BTC", units: "0.02000000", cost: "1000.00" }),
    );
    expect((await owner.client.get("/api/users/tax-report.pdf?year=2023")).status).toBe(200);
  });

  test("a customer who moves to New Zealand has its years from then on, with all that was bought before", async () => {
    const owner = await newTaxpayer(app);
    await owner.arrive("2022-02-01T00:00:00Z", "AUD", 1_000_00n);
    await owner.buy("2022-02-02T00:00:00Z", 1_000_00n, 2_000_000n);
    // The last moment of Auckland's 31 March, which is thirteen hours ahead, and the first one of its 1 April.
    await owner.sell("2022-03-31T10:59:59.999Z", 1_000_000n, 600_00n);
    await owner.sell("2022-03-31T11:00:00.000Z", 1_000_000n, 700_00n);
    expect((await owner.report(2022)).disposals).toHaveLength(2);
    await app.services.database.write((tx) => updateUser(tx, owner.id, { default_country: "NZ" }));
    const [before, after] = [await owner.report(2022), await owner.report(2023)];
    expect(before).toMatchObject({ from: "2021-04-01", to: "2022-03-31", timezone: "Pacific/Auckland" });
    expect([before, after].map(({ disposals }) => disposals.map(({ disposed_on }) => disposed_on))).toEqual([
      ["2022-03-31"],
      ["2022-04-01"],
    ]);
    const { years } = (await query<TaxYears>(owner.client, "tax.years")).data;
    expect(years.at(-1)).toMatchObject({ year: 2022, from: "2021-04-01" });
  });
});
