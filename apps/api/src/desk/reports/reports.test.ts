import { localDay } from "@wattle/contracts/days";
import type {
  BalancesReport,
  FeesReport,
  SignUpsReport,
  TradesReport,
  VolumeReport,
} from "@wattle/contracts/reports";
import { accountTotals } from "@wattle/db/ledger/account-totals";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { rolesText } from "@wattle/db/roles";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { parse } from "csv-parse/sync";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { unitsOf } from "../../testing/units.ts";

const ALL = { from: "2020-01-01", to: "2035-01-01", timezone: "Australia/Sydney" };

describe.each(DIALECTS)("reports on %s", (dialect) => {
  let app: TestApp;
  let finance: TestClient;
  let customerId: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    finance = (await newStaff(app, "finance")).client;
    ({
      user: { id: customerId },
    } = await app.client().login("customer@demo.test"));
    // Around the change to summer time in Sydney: 2 October 2022, 2 am, has 23 hours.
    const times = [
      "2022-10-01T13:59:59.999Z",
      "2022-10-01T14:00:00.000Z",
      "2022-10-02T12:59:59.999Z",
      "2022-10-02T13:00:00.000Z",
    ];
    for (const [mark, time] of times.entries()) {
      await app.services.database.write((tx) =>
        recordExchange(
          tx,
          exchangeRow(
            exchangeOf(customerId, `summer-${mark}`, {
              createdAt: BigInt(Date.parse(time)),
              fee: BigInt(10_000 + mark),
            }),
          ),
        ),
      );
    }
  });
  afterAll(() => app.close());

  const report = async <T>(kind: string, input: object): Promise<T> => {
    const answer = await query<T>(finance, `ops.reports.${kind}`, input);
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };

  test("days are local ones, across the change to summer time", async () => {
    const { rows } = await report<TradesReport>("trades", {
      from: "2022-10-01",
      to: "2022-10-03",
      timezone: "Australia/Sydney",
    });
    expect(rows.map(({ reference, date }) => [reference, date])).toEqual([
      ["REF-summer-0", "2022-10-01"],
      ["REF-summer-1", "2022-10-02"],
      ["REF-summer-2", "2022-10-02"],
      ["REF-summer-3", "2022-10-03"],
    ]);
    const day = await report<FeesReport>("fees", {
      from: "2022-10-02",
      to: "2022-10-02",
      timezone: "Australia/Sydney",
    });
    expect(day.rows).toMatchObject([
      { date: "2022-10-02", currency: "BTC", fiat: "AUD", exchanges: 2, fees: "0.00020003" },
    ]);
    const utc = await report<FeesReport>("fees", { from: "2022-10-02", to: "2022-10-02", timezone: "UTC" });
    expect(utc.rows[0]?.exchanges).toBe(2);
  });

  test("fees add up to what the books say, and GST is a part of them", async () => {
    const { rows, csv } = await report<FeesReport>("fees", ALL);
    const books = (await accountTotals(app.services.database.read)).filter(
      ({ purpose }) => purpose === "fees",
    );
    for (const { currency, net } of books) {
      const sum = rows
        .filter((row) => row.currency === currency)
        .reduce((all, { fees }) => all + unitsOf(fees, currency), 0n);
      expect(sum, currency).toBe(net);
    }
    const inAud = rows.filter(({ fiat }) => fiat === "AUD");
    expect(inAud.length).toBeGreaterThan(0);
    for (const { worth, gst } of inAud) {
      const [whole, tax] = [unitsOf(worth, "AUD"), unitsOf(gst ?? "0", "AUD")];
      // An eleventh of what includes ten percent, to the nearest cent.
      expect((11n * tax - whole) * (11n * tax - whole) <= 36n).toBe(true);
    }
    const read = parse(csv, { columns: true }) as { fees: string; gst: string }[];
    expect(read.map(({ fees }) => fees)).toEqual(rows.map(({ fees }) => fees));
  });

  test("trades come a piece at a time, each once, and their CSV pieces are one file", async () => {
    const whole = await report<TradesReport>("trades", { ...ALL, limit: 5000 });
    const found: string[] = [];
    const csv: string[] = [];
    for (let after: string | undefined; ;) {
      const piece: TradesReport = await report("trades", {
        ...ALL,
        limit: 7,
        ...(after !== undefined && { after }),
      });
      found.push(...piece.rows.map(({ reference }) => reference));
      csv.push(piece.csv);
      if (piece.next === null) break;
      after = piece.next;
    }
    expect(found).toEqual(whole.rows.map(({ reference }) => reference));
    expect(new Set(found).size).toBe(found.length);
    expect(csv.join("")).toBe(whole.csv);
    expect(parse(whole.csv, { columns: true })).toHaveLength(found.length);
  });

  test("the volume of each day and pair adds up to what the trades say", async () => {
    const summer = { from: "2022-10-01", to: "2022-10-03", timezone: "Australia/Sydney" };
    const pair = { given_currency: "BTC", got_currency: "AUD" };
    const { rows } = await report<VolumeReport>("volume", summer);
    expect(rows).toEqual([
      { date: "2022-10-01", given: "0.01000000", got: "1485.00", exchanges: 1, ...pair },
      { date: "2022-10-02", given: "0.02000000", got: "2970.00", exchanges: 2, ...pair },
      { date: "2022-10-03", given: "0.01000000", got: "1485.00", exchanges: 1, ...pair },
    ]);
    const today = localDay(app.services.clock.now(), "Australia/Sydney");
    const year = { ...summer, from: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, to: today };
    const all = await report<VolumeReport>("volume", year);
    const trades = await report<TradesReport>("trades", { ...year, limit: 5000 });
    expect(all.rows.length).toBeGreaterThan(0);
    for (const { date, given, given_currency: gave, got_currency: got, exchanges } of all.rows) {
      const own = trades.rows.filter(
        (row) => row.date === date && row.credit_currency === gave && row.debit_currency === got,
      );
      expect(own).toHaveLength(exchanges);
      expect(own.reduce((sum, { credit }) => sum + unitsOf(credit, gave), 0n)).toBe(unitsOf(given, gave));
    }
    expect(all.rows.reduce((sum, { exchanges }) => sum + exchanges, 0)).toBe(trades.rows.length);
    expect(parse(all.csv, { columns: true })).toHaveLength(all.rows.length);
  });

  test("sign-ups are those of customers, with a row for each local day", async () => {
    const created = (at: string) => ({ created_at: BigInt(Date.parse(at)) });
    await newAccount(app, { ...created("2022-10-01T13:59:59.999Z"), status: "registered" });
    await newAccount(app, created("2022-10-02T12:59:59.999Z"));
    await newAccount(app, { ...created("2022-10-02T03:00:00Z"), roles: rolesText(["partner"]) });
    await newAccount(app, { ...created("2022-10-02T03:00:00Z"), roles: rolesText(["support"]) });
    const { rows, csv } = await report<SignUpsReport>("signUps", {
      from: "2022-10-01",
      to: "2022-10-03",
      timezone: "Australia/Sydney",
    });
    expect(rows).toEqual([
      { date: "2022-10-01", sign_ups: 1, verified: 0 },
      { date: "2022-10-02", sign_ups: 2, verified: 2 },
      { date: "2022-10-03", sign_ups: 0, verified: 0 },
    ]);
    expect(csv).toBe("date,sign_ups,verified\r\n2022-10-01,1,0\r\n2022-10-02,2,2\r\n2022-10-03,0,0\r\n");
  });

  test("a report of days goes over a year and a day at most", async () => {
    const leap = { from: "2024-01-01", to: "2024-12-31" };
    expect((await report<SignUpsReport>("signUps", leap)).rows).toHaveLength(366);
    for (const kind of ["volume", "signUps"]) {
      const answer = await query(finance, `ops.reports.${kind}`, { ...leap, to: "2025-01-01" });
      expect(answer.errors).toEqual({ from: ["At most 366 days"] });
    }
  });

  test("balances are those of the books when the days begin and end", async () => {
    const { rows } = await report<BalancesReport>("balances", {
      from: "2022-10-02",
      to: "2022-10-02",
      timezone: "Australia/Sydney",
    });
    const fees = rows.find(({ account, currency }) => account === "house:fees" && currency === "BTC");
    expect(fees?.change).toBe("0.00020003");
    for (const { opening, change, closing, currency } of rows) {
      expect(unitsOf(opening, currency) + unitsOf(change, currency)).toBe(unitsOf(closing, currency));
    }
    const now = await report<BalancesReport>("balances", ALL);
    const totals = await accountTotals(app.services.database.read);
    const bank = totals.find(({ purpose, currency }) => purpose === "bank" && currency === "AUD");
    const shown = now.rows.find(({ account, currency }) => account === "house:bank" && currency === "AUD");
    expect(unitsOf(shown?.closing ?? "", "AUD")).toBe(-(bank?.net ?? 0n));
  });

  test.each([
    ["from", { from: "2026-02-30" }, "Enter a date like 2026-11-22"],
    ["to", { to: "2019-01-01" }, "The last day is before the first"],
    ["timezone", { timezone: "Sydney" }, "Enter a time zone"],
  ])("a wrong %s is refused", async (field, wrong, message) => {
    const answer = await query(finance, "ops.reports.fees", { ...ALL, ...wrong });
    expect(answer.errors).toEqual({ [field]: [message] });
  });

  test("from the command line, into a file that was not there", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "reports-"));
    const file = path.join(folder, "trades.csv");
    const run = (line: string) => runOps(app, [...line.split(" "), "--as", "finance@demo.test"]);
    const days = "--from 2022-10-01 --to 2022-10-03";
    expect((await run(`reports trades ${days} --csv ${file}`)).out).toBe(`4 rows written to ${file}`);
    expect(parse(await readFile(file, "utf8"), { columns: true })).toHaveLength(4);
    expect((await run(`reports fees ${days}`)).out).toContain("0.00020003");
    expect((await run(`reports volume ${days}`)).out).toContain("2970.00");
    expect((await run(`reports sign-ups ${days}`)).out).toContain("2022-10-03");
    expect((await run(`reports balances ${days}`)).out).toContain("house:fees");
  });
});
