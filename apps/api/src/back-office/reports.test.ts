import type { BalancesReport, FeesReport, TradesReport } from "@wattle/contracts/reports";
import { accountTotals } from "@wattle/db/ledger/account-totals";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { parse } from "csv-parse/sync";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { runOps } from "../testing/run-ops.ts";
import { unitsOf } from "../testing/units.ts";

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
    expect((await run(`reports balances ${days}`)).out).toContain("house:fees");
  });
});
