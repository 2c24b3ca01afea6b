import type { TaxMethods, TaxReportAnswer, TaxYears } from "@wattle/contracts/tax";
import { updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arriveFromOutside } from "../testing/arrive-coins.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { unitsOf } from "../testing/units.ts";

const at = (time: string): bigint => BigInt(Date.parse(time));

describe.each(DIALECTS)("a customer's tax report, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let id: string;

  /** The customer gives AUD for BTC. */
  const buy = (mark: string, time: string, cost: bigint, units: bigint) =>
    exchange(mark, time, {
      credit: cost,
      creditCurrency: "AUD",
      debit: units,
      debitCurrency: "BTC",
      fee: cost / 100n,
    });
  const sell = (mark: string, time: string, units: bigint, proceeds: bigint) =>
    exchange(mark, time, { credit: units, debit: proceeds, fee: units / 100n });
  const exchange = (mark: string, time: string, terms: Parameters<typeof exchangeOf>[2]) =>
    app.services.database.write((tx) =>
      recordExchange(tx, exchangeRow(exchangeOf(id, mark, { ...terms, createdAt: at(time) }))),
    );

  const post = (tx: WriteTx, entryId: string, kind: string, time: string, posting: Posting) =>
    postEntry(tx, {
      id: entryId,
      kind,
      description: kind,
      createdBy: "test",
      createdAt: at(time),
      postings: [posting],
    });

  /** Coins arrive from elsewhere, or the bank's money. */
  const arrive = (mark: string, time: string, currency: string, units: bigint) =>
    arriveFromOutside(app.services, { userId: id, mark, currency, units, at: at(time) });

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id },
    } = await customer.login("unverified@demo.test"));
    await app.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
    await app.services.database.write((tx) =>
      recordPrices(tx, [
        { symbol: "BTC", currency: "AUD", rate: "60000", recorded_at: at("2022-03-01T01:00:00Z") },
      ]),
    );
    await arrive("money", "2021-01-01T00:00:00Z", "AUD", 10_000_00n);
    await buy("first", "2021-02-01T00:00:00Z", 1_000_00n, 2_000_000n);
    await buy("second", "2021-09-01T00:00:00Z", 3_000_00n, 4_000_000n);
    await arrive("coins", "2022-03-01T02:00:00Z", "BTC", 1_000_000n);
    // The last moment of the year in Sydney, which is ten hours ahead, and the first one of the next.
    await sell("last", "2022-06-30T13:59:59.999Z", 3_000_000n, 2_500_00n);
    await sell("next", "2022-06-30T14:00:00.000Z", 1_000_000n, 500_00n);
  });
  afterAll(() => app.close());

  const reportOf = async (year: number, method?: string): Promise<TaxReportAnswer> => {
    const answer = await query<TaxReportAnswer>(customer, "tax.report", { year, method });
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };

  test("each sale of the year names the parcels it used, oldest first", async () => {
    const report = await reportOf(2022);
    expect(report).toMatchObject({
      year: 2022,
      method: "fifo",
      from: "2021-07-01",
      to: "2022-06-30",
      timezone: "Australia/Sydney",
      is_complete: true,
      home: "AUD",
      totals: {
        proceeds: "2500.00",
        cost: "1750.00",
        gains: "750.00",
        losses: "0.00",
        discountable_gains: "666.66",
        fees: "55.25",
      },
      held: [{ currency: "BTC", units: "0.04000000", cost: "2850.00" }],
      from_outside: [
        {
          transaction_id: "transaction-coins",
          currency: "BTC",
          units: "0.01000000",
          received_on: "2022-03-01",
          acquired_on: "2022-03-01",
          cost: "600.00",
          basis: "market",
          editable: true,
        },
      ],
      kept: null,
      downloaded: null,
    });
    expect(report.disposals).toEqual([
      {
        transaction_id: "transaction-last",
        currency: "BTC",
        units: "0.03000000",
        disposed_on: "2022-06-30",
        proceeds: "2500.00",
        parcels: [
          {
            acquired_on: "2021-02-01",
            units: "0.02000000",
            cost: "1000.00",
            gain: "666.66",
            discountable: true,
          },
          {
            acquired_on: "2021-09-01",
            units: "0.01000000",
            cost: "750.00",
            gain: "83.34",
            discountable: false,
          },
        ],
      },
    ]);
    expect((await reportOf(2023)).disposals.map((row) => [row.transaction_id, row.disposed_on])).toEqual([
      ["transaction-next", "2022-07-01"],
    ]);
  });

  test("the methods are compared before one is kept, and the kept one is the report's own", async () => {
    const { data } = await query<TaxMethods>(customer, "tax.methods", { year: 2022 });
    expect(data.methods.map(({ method, gains, losses }) => [method, gains, losses])).toEqual([
      ["fifo", "750.00", "0.00"],
      ["lifo", "400.00", "0.00"],
      ["hifo", "250.00", "0.00"],
    ]);
    expect((await mutate(customer, "tax.setMethod", { year: 2022, method: "lifo" })).status).toBe(200);
    expect(await reportOf(2022)).toMatchObject({ method: "lifo", kept: "lifo" });
    expect(await reportOf(2022, "fifo")).toMatchObject({ method: "fifo", kept: "lifo" });
    expect(await reportOf(2023)).toMatchObject({ method: "fifo", kept: null });
    await mutate(customer, "tax.setMethod", { year: 2022, method: "fifo" });
  });

  test("by REST, with the same figures, and refusals at their fields", async () => {
    const { body } = await customer.get<{ data: TaxReportAnswer }>(
      "/api/users/tax-report?year=2022&method=hifo",
    );
    expect(body.data).toEqual(await reportOf(2022, "hifo"));
    for (const [search, field, message] of [
      ["year=2199", "year", "This year has not begun yet"],
      ["year=twenty", "year", "Enter a whole number from 2009 to 2199"],
      ["year=2022&method=best", "method", "Choose fifo, lifo or hifo"],
      ["year=2022&kind=pdf", "kind", "There is no such parameter"],
    ]) {
      const answer = await customer.get(`/api/users/tax-report?${search}`);
      expect([answer.status, answer.body]).toMatchObject([422, { errors: { [field ?? ""]: [message] } }]);
    }
  });

  test("years go from the first movement to this one, the newest first", async () => {
    const { years } = (await query<TaxYears>(customer, "tax.years")).data;
    expect(years.at(-1)).toEqual({ year: 2021, from: "2020-07-01", to: "2021-06-30", is_complete: true });
    expect(years[0]?.is_complete).toBe(false);
  });

  const state = (body: object, of = "transaction-coins") =>
    customer.put(`/api/users/transactions/${of}/cost`, body);

  test("coins from elsewhere have the cost that the customer states, until a report with them is downloaded", async () => {
    for (const [body, field, message] of [
      [{ acquired_on: "2022-03-02", cost: "400.00" }, "acquired_on", "Enter a day up to their arrival"],
      [{ acquired_on: "2008-01-01", cost: "400.00" }, "acquired_on", "No coin is older than 2009-01-03"],
      [{ acquired_on: "2020-03-01", cost: "400.001" }, "cost", "Too many decimals for this currency"],
      [{ acquired_on: "2020-03-01", cost: "-1" }, "cost", "Enter a positive amount"],
    ] as const) {
      const refused = await state(body);
      expect([refused.status, refused.body]).toMatchObject([422, { errors: { [field]: [message] } }]);
    }
    expect((await state({ acquired_on: "2020-03-01", cost: "400" }, "transaction-first")).status).toBe(409);
    expect((await state({ acquired_on: "2020-03-01", cost: "400" }, "nothing")).status).toBe(404);
    expect((await state({ acquired_on: "2020-03-01", cost: "400.00" })).status).toBe(204);
    const report = await reportOf(2022);
    expect(report.from_outside[0]).toMatchObject({
      acquired_on: "2020-03-01",
      cost: "400.00",
      basis: "stated",
    });
    // They are the oldest now.
    expect(report.disposals[0]?.parcels[0]).toMatchObject({ acquired_on: "2020-03-01", cost: "400.00" });

    const csv = await customer.get("/api/users/tax-report.csv?year=2022&method=lifo");
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.headers["content-disposition"]).toBe('attachment; filename="tax-report-2022.csv"');
    const rows = parse(csv.text, { columns: true }) as Record<string, string>[];
    expect(rows.filter(({ kind }) => kind === "disposal")).toHaveLength(
      (await reportOf(2022, "lifo")).disposals[0]?.parcels.length ?? 0,
    );
    expect(rows.find(({ kind }) => kind === "proceeds")?.["proceeds"]).toBe("2500.00");

    const downloaded = await reportOf(2022);
    expect(downloaded).toMatchObject({ method: "lifo", kept: "lifo", downloaded: { method: "lifo" } });
    expect(downloaded.from_outside[0]?.editable).toBe(false);
    const late = await state({ acquired_on: "2020-03-01", cost: "1.00" });
    expect([late.status, late.body]).toMatchObject([409, { code: "state_conflict" }]);
  });

  test("the PDF is a document of its own", async () => {
    const pdf = await customer.get("/api/users/tax-report.pdf?year=2022");
    expect([pdf.status, pdf.headers["content-type"], pdf.text.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
  });

  test("what is taken back of a deposit never came in", async () => {
    await arrive("wrong", "2023-01-01T00:00:00Z", "BTC", 5_000_000n);
    const before = await reportOf(2023);
    expect(before.from_outside).toHaveLength(2);
    await sell("all", "2023-02-01T00:00:00Z", 4_000_000n, 2_000_00n);
    await app.services.database.write(async (tx) => {
      await post(tx, "entry-back", "deposit_returned", "2023-03-01T00:00:00Z", {
        source: availableAccount(id, "BTC"),
        destination: houseAccount("bank", "BTC"),
        currency: "BTC",
        amount: 4_000_000n,
      });
      await tx
        .insertInto("transaction_events")
        .values({
          id: "event-back",
          transaction_id: "transaction-wrong",
          from_status: "completed",
          to_status: "returned",
          actor: "system",
          reason: null,
          created_at: at("2023-03-01T00:00:00Z"),
          entry_id: "entry-back",
        })
        .execute();
    });
    const report = await reportOf(2023);
    expect(report.from_outside[1]).toMatchObject({ units: "0.01000000", basis: "unknown" });
    expect(report.disposals.map(({ proceeds }) => proceeds)).toEqual(["500.00", "2000.00"]);
    expect(report.held).toEqual([]);
  });
});

describe.each(DIALECTS)("the report of everything agrees with the overview, on %s", (dialect) => {
  test.each(["fifo", "lifo", "hifo"] as const)("by %s", async (method) => {
    const app = await startTestApp({ dialect });
    try {
      const client = app.client();
      const { user } = await client.login("customer@demo.test");
      const { book } = await app.services.portfolioBooks.read(user.id, "AUD");
      const { years } = (await query<TaxYears>(client, "tax.years")).data;
      let realised = 0n;
      let heldCost = 0n;
      for (const { year } of years.toReversed()) {
        const { data } = await query<TaxReportAnswer>(client, "tax.report", { year, method });
        const units = (text: string) => unitsOf(text, "AUD");
        realised += units(data.totals.gains) - units(data.totals.losses);
        expect(units(data.totals.proceeds) - units(data.totals.cost)).toBe(
          units(data.totals.gains) - units(data.totals.losses),
        );
        heldCost = data.held.reduce((sum, { cost }) => sum + units(cost), 0n);
      }
      const foreign = [...book.positions].filter(([code]) => code !== "BTC" && code !== "ETH");
      expect(foreign).toEqual([]);
      const netIn = (book.deposited ?? 0n) - (book.withdrawn ?? 0n) + (book.added ?? 0n);
      expect(book.cash + heldCost).toBe(netIn + realised);
    } finally {
      await app.close();
    }
  });
});
