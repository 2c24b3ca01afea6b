import type { PortfolioOverview, PortfolioSeries, PortfolioTrades } from "@wattle/contracts/portfolio";
import type { PriceChart } from "@wattle/contracts/rates";
import { currencyOf } from "@wattle/contracts/markets";
import { findUserByEmail } from "@wattle/db/accounts";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { parseAmount } from "@wattle/exchange-core/amount";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPriceRecorder } from "../prices/price-recorder.ts";
import { createPriceStore } from "../prices/price-store.ts";
import { simulatedRateAt } from "../prices/simulated.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

const DAY = 86_400_000;
const cents = (text: string): bigint => {
  const [sign, digits] = text.startsWith("-") ? [-1n, text.slice(1)] : [1n, text];
  const aud = currencyOf("AUD");
  const parsed = aud && parseAmount(digits, aud);
  if (!parsed?.ok) throw new Error(`${text} is no amount`);
  return sign * parsed.amount;
};

const gainOnly = (change: PortfolioOverview["change_24h"]) =>
  change === null ? {} : { amount: change.amount, percent: change.percent };

describe.each(DIALECTS)("the portfolio on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    const { services } = app;
    const recorder = createPriceRecorder({
      rates: services.rates,
      store: createPriceStore(services.database),
      pairs: async () =>
        ["BTC", "ETH"].flatMap((symbol) => ["AUD", "NGN"].map((currency) => ({ symbol, currency }))),
      now: () => app.clock.now(),
      log: services.log,
      past: services.pastPrices,
    });
    await recorder.start();
    await recorder.stop();
  });
  afterAll(() => app.close());

  async function signedIn(email = "customer@demo.test"): Promise<TestClient> {
    const client = app.client();
    await client.login(email);
    return client;
  }
  const overviewOf = async (client: TestClient): Promise<PortfolioOverview> =>
    (await query<PortfolioOverview>(client, "portfolio.overview")).data;
  const seriesOf = async (client: TestClient, range: string): Promise<PortfolioSeries> =>
    (await query<PortfolioSeries>(client, "portfolio.series", { range })).data;

  test("a year of trades: what is owned, what it is worth, and gains that add up to the cent", async () => {
    const overview = await overviewOf(await signedIn());
    expect(overview.home).toBe("AUD");
    expect(Object.fromEntries(overview.holdings.map(({ currency, amount }) => [currency, amount]))).toEqual({
      AUD: "250000.00",
      BTC: "2.50000000",
      ETH: "40.00000000",
    });
    const sum = overview.holdings.reduce((all, { value }) => all + cents(value ?? "0.00"), 0n);
    expect(cents(overview.total)).toBe(sum);
    expect(overview.holdings.reduce((all, { share }) => all + (share ?? 0), 0)).toBe(1000);
    const unrealised = overview.holdings.reduce((all, { gain }) => all + cents(gain?.amount ?? "0.00"), 0n);
    // total − put in = what is held above its cost + what sales brought
    expect(cents(overview.gain?.amount ?? "")).toBe(unrealised + cents(overview.realised ?? ""));
    expect(cents(overview.total) - cents(overview.put_in ?? "")).toBe(cents(overview.gain?.amount ?? ""));
    expect(cents(overview.put_in ?? "")).toBe(
      cents(overview.deposited ?? "") - cents(overview.withdrawn ?? ""),
    );
    const { fees = "", prices = "" } = overview.gain_parts ?? {};
    expect(cents(prices) - cents(fees)).toBe(cents(overview.gain?.amount ?? ""));
    expect(cents(fees)).toBeGreaterThan(0n);
    expect(overview.line).toBeNull();
    for (const { currency, change_24h, average_cost } of overview.holdings) {
      if (currency === "AUD") expect([change_24h, average_cost]).toEqual([null, null]);
      else
        expect([change_24h, average_cost]).toEqual([
          expect.stringMatching(/\d/),
          expect.stringMatching(/\d/),
        ]);
    }
    expect(overview.recent).toHaveLength(5);
    expect(overview.progress).toMatchObject({
      bank_account: { ending: "4321", held_until: null },
      deposited: true,
      purchased: true,
    });
  });

  test("its exchanges were made at the prices of their time", async () => {
    const client = await signedIn();
    const { body } = await client.get<{
      data: { rate: string; credit_currency: string; created_at: string }[];
    }>("/api/users/transactions?per_page=100&type=exchange");
    const sales = body.data.filter(({ credit_currency }) => credit_currency !== "AUD");
    expect(body.data.length).toBeGreaterThan(50);
    expect(sales.length).toBeGreaterThan(3);
    const first = Date.parse(body.data.at(-1)?.created_at ?? "");
    expect(app.clock.now() - first).toBeGreaterThan(350 * DAY);
    const { SIMULATED_SEED } = app.services.config;
    for (const { rate, credit_currency, created_at } of sales) {
      const price = simulatedRateAt(credit_currency, "AUD", Date.parse(created_at), SIMULATED_SEED).bid;
      expect(rate).toBe(
        `${price.digits / 10n ** BigInt(price.scale)}${price.scale === 0 ? "" : `.${String(price.digits % 10n ** BigInt(price.scale)).padStart(price.scale, "0")}`}`,
      );
    }
  });

  test("own trades of a coin are those of the history, oldest first, within the range", async () => {
    const client = await signedIn();
    const tradesOf = async (range: string) =>
      (await query<PortfolioTrades>(client, "portfolio.trades", { coin: "BTC", range })).data.trades;
    const { body } = await client.get<{
      data: { credit: string; credit_currency: string; debit: string; debit_currency: string }[];
    }>("/api/users/transactions?per_page=100&type=exchange");
    const expected = body.data.flatMap(({ credit, credit_currency, debit, debit_currency }) => [
      ...(credit_currency === "BTC"
        ? [{ kind: "sell", amount: credit, money: { amount: debit, currency: debit_currency } }]
        : []),
      ...(debit_currency === "BTC"
        ? [{ kind: "buy", amount: debit, money: { amount: credit, currency: credit_currency } }]
        : []),
    ]);
    const all = await tradesOf("all");
    expect(all.map(({ at: _at, ...trade }) => trade)).toEqual(expected.toReversed());
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["buy", "sell"]));
    const month = await tradesOf("30d");
    expect(month).toEqual(all.filter(({ at }) => Date.parse(at) >= app.clock.now() - 30 * DAY));
    expect(month.length).toBeLessThan(all.length);
  });

  test("another customer sees none of them", async () => {
    const { data } = await query<PortfolioTrades>(await signedIn("partner@demo.test"), "portfolio.trades", {
      coin: "BTC",
      range: "all",
    });
    expect(data.trades).toEqual([]);
  });

  test("anyone may see a coin's prices over time, but none of what is not offered", async () => {
    const guest = app.client();
    const { data } = await query<PriceChart>(guest, "rates.chart", { symbol: "BTC", range: "1y" });
    expect(data).toMatchObject({ symbol: "BTC", in: "AUD", range: "1y", step: DAY });
    expect(data.points.length).toBeGreaterThan(360);
    expect(data.points.filter(({ rate }) => rate === null)).toEqual([]);
    expect((await query(guest, "rates.chart", { symbol: "BTH", range: "1y" })).code).toBe(
      "currency_inactive",
    );
    expect((await query(guest, "rates.chart", { symbol: "AUD", range: "1y" })).code).toBe("pair_unsupported");
  });

  test.each([
    ["24h", 5 * 60_000, 288],
    ["7d", 3_600_000, 168],
    ["30d", 4 * 3_600_000, 180],
    ["1y", DAY, 365],
    ["all", DAY, 365],
  ])(
    "the line of %s has a point each %i ms, ends with the total, and misses none",
    async (range, step, most) => {
      const client = await signedIn();
      const { data } = await query<PortfolioOverview>(client, "portfolio.overview", { range });
      const { total, line } = data;
      expect(line).toEqual(await seriesOf(client, range));
      if (line === null) throw new Error("the line of a range comes along");
      expect(line.step).toBe(step);
      expect(line.points.length).toBeGreaterThan(most - 3);
      expect(line.points.length).toBeLessThan(most + 3);
      expect(line.points.filter(({ value }) => value === null)).toEqual([]);
      expect(line.points.at(-1)).toEqual({ at: new Date(app.clock.now()).toISOString(), value: total });
      // The same time has the same gain.
      if (range === "24h") expect(line.gain).toMatchObject(gainOnly(data.change_24h));
      else if (range === "all") expect(line.gain?.amount).toBe(data.gain?.amount);
      else expect(line.gain).not.toBeNull();
    },
  );

  test("in Nigeria all is counted in naira", async () => {
    const client = await signedIn("nigeria@demo.test");
    const overview = await overviewOf(client);
    expect([overview.home, overview.holdings.map(({ currency }) => currency).toSorted()]).toEqual([
      "NGN",
      ["BTC", "NGN"],
    ]);
    expect((await seriesOf(client, "7d")).points.at(-1)?.value).toBe(overview.total);
  });

  test("someone who owns nothing: zero, no holdings, no line, and the steps still to do", async () => {
    const client = await signedIn("partner@demo.test");
    const overview = await overviewOf(client);
    expect(overview).toMatchObject({
      total: "0.00",
      change_24h: null,
      holdings: [],
      open: [],
      recent: [],
      progress: { bank_account: null, deposited: false, purchased: false },
    });
    expect((await seriesOf(client, "all")).points).toEqual([]);
  });

  test("who may not look is told so", async () => {
    expect((await query(app.client(), "portfolio.overview")).code).toBe("unauthenticated");
    const unverified = await signedIn("unverified@demo.test");
    expect((await query(unverified, "portfolio.series", { range: "7d" })).code).toBe("identity_unverified");
    expect((await query(await signedIn(), "portfolio.series", { range: "2y" })).code).toBe(
      "validation_failed",
    );
  });

  test("deposits, withdrawals and holds that are under way come newest first, three at most", async () => {
    const client = await signedIn();
    const deposit = (credit: string) =>
      client.post("/api/users/transactions", {
        balance: { credit, credit_currency: "AUD" },
        debit: credit,
        debit_currency: "AUD",
        transaction_type: "deposit",
        payment_method: "payid",
      });
    for (const credit of ["10.00", "20.00", "30.00"]) {
      app.clock.advance(1000);
      expect((await deposit(credit)).status).toBe(201);
    }
    app.clock.advance(1000);
    const added = await client.post("/api/users/bank-accounts", {
      currency: "AUD",
      account_name: "Wattle Customer",
      bank_name: "Bank of Example",
      bsb: "000-111",
      account_number: "11112222",
    });
    expect(added.status).toBe(201);
    const { open, open_total } = await overviewOf(client);
    expect(open_total).toBe(4);
    expect(
      open.map((item) =>
        item.kind === "transaction"
          ? item.transaction.credit
          : `${item.kind} ${"ending" in item ? item.ending : ""}`,
      ),
    ).toEqual(["bank_account_hold 2222", "30.00", "20.00"]);
  });

  test("money that is set aside stays in the total, and is said to be", async () => {
    const client = await signedIn();
    const before = await overviewOf(client);
    const { body } = await client.get<{ data: { id: string; account_number: string }[] }>(
      "/api/users/bank-accounts",
    );
    const account = body.data.find(({ account_number }) => account_number === "87654321");
    const asked = await client.post("/api/users/transactions", {
      balance: { credit: "100.00", credit_currency: "AUD" },
      debit: "100.00",
      debit_currency: "AUD",
      transaction_type: "withdraw",
      bank_account_id: account?.id,
    });
    expect(asked.status).toBe(201);
    const after = await overviewOf(client);
    expect(after.holdings.find(({ currency }) => currency === "AUD")).toMatchObject({
      amount: "250000.00",
      held: "100.00",
    });
    expect(after.put_in).toBe(before.put_in);
  });

  test("a first purchase is counted from its own price: since it was made, with its fee", async () => {
    const { services } = app;
    const partner = await findUserByEmail(services.database.read, "partner@demo.test");
    const client = await signedIn("partner@demo.test");
    await services.database.write((tx) =>
      postEntry(tx, {
        id: services.ids.uuid(),
        kind: "deposit",
        description: "",
        createdBy: "test",
        createdAt: BigInt(app.clock.now()),
        postings: [
          {
            source: houseAccount("bank", "AUD"),
            destination: availableAccount(partner?.id ?? "", "AUD"),
            currency: "AUD",
            amount: 500_00n,
          },
        ],
      }),
    );
    const before = await overviewOf(client);
    expect(before).toMatchObject({ total: "500.00", put_in: "500.00", change_24h: null });
    app.clock.advance(60_000);
    const bought = await postExchange(client, payloadOf(await holdRate(client, "AUD", "BTC"), "500.00"));
    expect(bought.status).toBe(201);
    const { data } = await query<PortfolioOverview>(client, "portfolio.overview", { range: "30d" });
    const { total, put_in, change_24h, gain, gain_parts, line } = data;
    expect([put_in, gain_parts?.fees, change_24h?.since]).toEqual(["500.00", "5.00", "purchase"]);
    expect(cents(total) - 500_00n).toBe(cents(gain?.amount ?? ""));
    expect(gain).toEqual(gainOnly(change_24h));
    expect(line?.gain).toEqual(gain);
    expect(cents(gain?.amount ?? "")).toBeLessThan(-4_00n);
  });

  test("a purchase is there at once, and is no gain but for its fee", async () => {
    const client = await signedIn();
    const before = await overviewOf(client);
    const bought = await postExchange(client, payloadOf(await holdRate(client, "AUD", "BTC"), "1000.00"));
    expect(bought.status).toBe(201);
    const after = await overviewOf(client);
    expect(after.put_in).toBe(before.put_in);
    const lost = cents(before.total) - cents(after.total);
    // The fee is 1 % of 1,000.00 AUD; what was got is rounded down.
    expect(lost).toBeGreaterThanOrEqual(10_00n);
    expect(lost).toBeLessThan(10_05n);
    expect(after.recent[0]?.id).toBe(bought.body.data.id);
  });

  test("a coin without a price is left out of the total and of the line, and its amount stays", async () => {
    const { services } = app;
    const lost = await startTestApp({
      dialect,
      databaseUrl: app.databaseUrl,
      now: app.clock.now(),
      env: { RATE_SOURCE: "convert", CONVERT_URL: "http://127.0.0.1:9/", CONVERT_ACCESS_KEY: "k" },
    });
    try {
      const client = lost.client();
      await client.login("customer@demo.test");
      const overview = await overviewOf(client);
      expect(overview.total).toBe(overview.holdings.find(({ currency }) => currency === "AUD")?.amount);
      const coins = overview.holdings.filter(({ currency }) => currency !== "AUD");
      expect(coins.map(({ value, share, gain, price }) => [value, share, gain, price])).toEqual([
        [null, null, null, null],
        [null, null, null, null],
      ]);
      expect([overview.gain, overview.gain_parts, overview.change_24h]).toEqual([null, null, null]);
      const line = await seriesOf(client, "7d");
      expect([line.points.at(-1)?.value, line.gain]).toEqual([overview.total, null]);
    } finally {
      await lost.close();
    }
    expect(services.config.RATE_SOURCE).toEqual(["simulated"]);
  });

  test("an hour without prices is a gap in the line", async () => {
    const { database } = app.services;
    const now = app.clock.now();
    const [from, until] = [BigInt(now - 5 * 3_600_000), BigInt(now - 4 * 3_600_000)];
    const gone = await database.read
      .selectFrom("price_points")
      .selectAll()
      .where("recorded_at", ">", from)
      .where("recorded_at", "<=", until)
      .execute();
    await database.write((tx) =>
      tx
        .deleteFrom("price_points")
        .where("recorded_at", ">", from)
        .where("recorded_at", "<=", until)
        .execute(),
    );
    const { points } = await seriesOf(await signedIn(), "24h");
    const missing = points.filter(({ value }) => value === null);
    expect(missing.length).toBeGreaterThan(9);
    expect(missing.length).toBeLessThan(14);
    await database.write((tx) => recordPrices(tx, gone));
  });

  test("the customer of another id is not seen", async () => {
    const { read } = app.services.database;
    const other = await findUserByEmail(read, "nigeria@demo.test");
    const { book } = await app.services.portfolioBooks.read(other?.id ?? "", "AUD");
    expect(book.cash).toBe(0n);
    expect([...book.positions.keys()].toSorted()).toEqual(["BTC", "NGN"]);
  });
});
