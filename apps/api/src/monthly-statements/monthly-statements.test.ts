import { localDay } from "@wattle/contracts/days";
import type { MonthlyStatement, StatementFile, StatementMonths } from "@wattle/contracts/monthly-statements";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { updateUser } from "@wattle/db/accounts";
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
import { fontRuns } from "../pdf/pdf-page.ts";
import { monthBefore } from "./read-statement.ts";
import { statementCsv } from "./statement-csv.ts";
import { statementFileOf } from "./statement-file.ts";
import { statementPdf } from "./statement-pdf.ts";

const SYDNEY = "Australia/Sydney";

/** How many pages a PDF has, and how many fonts are in it. */
function partsOf(pdf: Buffer): { pages: number; fonts: number } {
  const text = pdf.toString("latin1");
  return {
    pages: Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(text)?.[1] ?? 0),
    fonts: text.split("/FontFile").length - 1,
  };
}

describe.each(DIALECTS)("a customer's monthly statement, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let finance: TestClient;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id },
    } = await customer.login("customer@demo.test"));
    finance = (await newStaff(app, "finance")).client;
    // Around the ends of October 2022 in Sydney, which begins its summer time on the second: 31 days less an hour.
    const times = [
      "2022-09-30T13:59:59.999Z",
      "2022-09-30T14:00:00.000Z",
      "2022-10-31T12:59:59.999Z",
      "2022-10-31T13:00:00.000Z",
    ];
    for (const [mark, time] of times.entries()) {
      const terms = exchangeOf(id, `month-${mark}`, { createdAt: BigInt(Date.parse(time)) });
      await app.services.database.write((tx) => recordExchange(tx, exchangeRow(terms)));
    }
  });
  afterAll(() => app.close());

  const statementOf = async (month: string, timezone = SYDNEY): Promise<MonthlyStatement> => {
    const answer = await query<MonthlyStatement>(finance, "ops.reports.statement", {
      customer_id: id,
      month,
      timezone,
    });
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };
  const referencesOf = ({ accounts }: MonthlyStatement, code = "AUD") =>
    accounts.find(({ currency }) => currency === code)?.movements.map(({ reference }) => reference);

  test("a month begins and ends with the place's own days, across the change to summer time", async () => {
    const statement = await statementOf("2022-10");
    expect(referencesOf(statement)).toEqual(["REF-month-1", "REF-month-2"]);
    expect(statement).toMatchObject({ from: "2022-10-01", to: "2022-10-31", is_complete: true });
    expect(referencesOf(await statementOf("2022-09"))).toEqual(["REF-month-0"]);
    expect(referencesOf(await statementOf("2022-11"))).toEqual(["REF-month-3"]);
    expect(referencesOf(await statementOf("2022-10", "America/Los_Angeles"))).toEqual([
      "REF-month-2",
      "REF-month-3",
    ]);
    expect(statement.accounts.find(({ currency }) => currency === "BTC")?.movements[0]).toMatchObject({
      date: "2022-10-01",
      description: "Sold BTC",
      out: "0.01000000",
      in: null,
      fee: "0.00010000",
    });
    expect(statement.fees).toEqual([
      {
        currency: "BTC",
        fiat: "AUD",
        exchanges: 2,
        fees: "0.00020000",
        worth: "30.00",
        gst: "2.73",
      },
    ]);
  });

  test("the months' sums follow the place's own days", async () => {
    const zone = "America/Los_Angeles";
    const { data } = await query<StatementMonths>(customer, "monthlyStatements.months", { timezone: zone });
    for (const month of ["2022-09", "2022-10"]) {
      const { accounts } = await statementOf(month, zone);
      expect(data.months.find((each) => each.month === month)?.accounts, month).toEqual(
        accounts.map(({ movements: _movements, opening: _opening, ...sums }) => sums),
      );
    }
  });

  test("one month ends as the next begins, and the last ends with what the ledger has", async () => {
    const { data } = await query<StatementMonths>(customer, "monthlyStatements.months", { timezone: SYDNEY });
    expect(data.months.length).toBeGreaterThan(12);
    expect(data.months[0]).toMatchObject({
      month: localDay(app.clock.now(), SYDNEY).slice(0, 7),
      is_complete: false,
    });
    let closings = new Map<string, string>();
    const fees = new Map<string, bigint>();
    for (const { month, accounts } of data.months.toReversed()) {
      const statement = await statementOf(month);
      expect(accounts, month).toEqual(
        statement.accounts.map(({ movements: _movements, opening: _opening, ...sums }) => sums),
      );
      for (const { currency, opening, closing, in: came, out, movements } of statement.accounts) {
        const units = (text: string | null) => (text === null ? 0n : unitsOf(text, currency));
        expect(opening, `${month} ${currency}`).toBe(closings.get(currency) ?? opening);
        if (!closings.has(currency)) expect(units(opening)).toBe(0n);
        expect(units(opening) + units(came) - units(out)).toBe(units(closing));
        expect(movements.at(-1)?.balance ?? opening).toBe(closing);
      }
      closings = new Map([...closings, ...statement.accounts.map((a) => [a.currency, a.closing] as const)]);
      for (const row of statement.fees) {
        fees.set(row.currency, (fees.get(row.currency) ?? 0n) + unitsOf(row.fees, row.currency));
      }
    }
    const { read } = app.services.database;
    const kept = await read
      .selectFrom("ledger_balances")
      .select(["currency", "balance"])
      .where("user_id", "=", id)
      .execute();
    for (const code of new Set(kept.map(({ currency }) => currency))) {
      const sum = kept.filter((row) => row.currency === code).reduce((all, { balance }) => all + balance, 0n);
      expect(unitsOf(closings.get(code) ?? "0", code), code).toBe(sum);
    }
    const paid = await read
      .selectFrom("ledger_postings")
      .select(["currency", "amount"])
      .where("source_account", "like", `customer:${id}:%`)
      .where("destination_account", "like", "house:fees:%")
      .execute();
    const booked = new Map<string, bigint>();
    for (const { currency, amount } of paid) booked.set(currency, (booked.get(currency) ?? 0n) + amount);
    expect(fees).toEqual(booked);
  });

  test("the customer downloads it as PDF and CSV, and only the own one", async () => {
    const month = "2022-10";
    const file = async (kind: string, client = customer) =>
      query<StatementFile>(client, "monthlyStatements.file", { month, kind, timezone: SYDNEY });
    const csv = (await file("csv")).data;
    expect(csv).toMatchObject({ filename: "statement-2022-10.csv", type: "text/csv; charset=utf-8" });
    const rows = parse(Buffer.from(csv.content, "base64"), { columns: true }) as Record<string, string>[];
    const btc = rows.filter(({ currency }) => currency === "BTC");
    expect(btc.map(({ description }) => description)).toEqual([
      "Opening balance",
      "Sold BTC",
      "Sold BTC",
      "Closing balance",
    ]);
    expect(btc[1]).toMatchObject({ out: "0.01000000", in: "", fee: "0.00010000", reference: "REF-month-1" });
    const pdf = (await file("pdf")).data;
    expect(pdf).toMatchObject({ filename: "statement-2022-10.pdf", type: "application/pdf" });
    const bytes = Buffer.from(pdf.content, "base64");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(partsOf(bytes)).toEqual({ pages: 1, fonts: 2 });
    expect(bytes.length).toBeLessThan(60_000);
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    const theirs = Buffer.from((await file("csv", stranger)).data.content, "base64").toString();
    expect(theirs).not.toContain("REF-month");
  });

  test.each([
    ["month", { month: "2022-13" }, "Enter a month like 2026-11"],
    ["month", { month: "2099-01" }, "This month has not begun yet"],
    ["timezone", { timezone: "Sydney" }, "Enter a time zone"],
    ["kind", { kind: "xls" }, "Choose PDF or CSV"],
  ])("a wrong %s is refused", async (field, wrong, message) => {
    const answer = await query(customer, "monthlyStatements.file", {
      month: "2022-10",
      kind: "csv",
      ...wrong,
    });
    expect(answer.errors).toEqual({ [field]: [message] });
  });

  test("staff get it of a customer, not of staff, also by the command line", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "statements-"));
    const run = (line: string) => runOps(app, [...line.split(" "), "--as", "finance@demo.test"]);
    const asked = `reports statement ${id} 2022-10 --timezone ${SYDNEY}`;
    expect((await run(asked)).out).toContain("REF-month-1");
    for (const [kind, start] of [
      ["pdf", "%PDF-"],
      ["csv", "date,"],
    ] as const) {
      const file = path.join(folder, `statement.${kind}`);
      expect((await run(`${asked} --${kind} ${file}`)).out).toContain(`written to ${file}`);
      expect((await readFile(file, "latin1")).startsWith(start)).toBe(true);
    }
    const fred = await newStaff(app, "finance");
    const answer = await query(finance, "ops.reports.statement", { customer_id: fred.id, month: "2022-10" });
    expect(answer.code).toBe("not_found");
  });

  test("what a spreadsheet would take for a formula is made harmless", async () => {
    const statement = await statementOf("2022-10");
    const [account] = statement.accounts;
    if (account === undefined) throw new Error("there is no account");
    const movements = account.movements.map((row) => ({ ...row, reference: "=1+1" }));
    const csv = statementCsv({ ...statement, accounts: [{ ...account, movements }] });
    expect(csv).toContain(",'=1+1,");
    await app.services.database.write((tx) => updateUser(tx, id, { first_name: "Ọlá 漢 Łukasz" }));
    expect((await statementOf("2022-10")).holder.name).toContain("Ọlá 漢 Łukasz");
  });
});

describe("the pages of a statement", () => {
  const now = 1_700_000_000_000;
  const services = {
    clock: { now: () => now },
    config: { brand: DEFAULT_BRAND },
  } as unknown as Parameters<typeof statementFileOf>[0];
  const row = {
    date: "2022-10-03",
    time: "2022-10-03T01:00:00.000Z",
    description: "Bought BTC",
    reference: "7KQ4-M2XB-9PTR",
    in: null,
    out: "123456789012345.67",
    fee: "1.00",
    balance: "99999999999999.99",
  };
  const statement = (count: number): MonthlyStatement => ({
    month: "2022-10",
    from: "2022-10-01",
    to: "2022-10-31",
    timezone: SYDNEY,
    until: "2022-10-31T12:59:59.999Z",
    is_complete: true,
    holder: { id: "id-1", name: "Ọlá 漢 Łukasz", email: "ola@demo.test" },
    accounts: [
      {
        currency: "AUD",
        opening: "0.00",
        in: "0.00",
        out: "0.00",
        closing: "0.00",
        movements: Array.from({ length: count }, () => row),
      },
    ],
    fees: [],
  });

  test.each([
    ["nothing at all", { ...statement(0), accounts: [] }, 1],
    ["a few movements", statement(5), 1],
    ["more than a page", statement(40), 3],
  ])("of %s", async (_case, given, pages) => {
    const pdf = await statementPdf({ statement: given, brand: DEFAULT_BRAND, now });
    expect(partsOf(pdf).pages).toBe(pages);
  });

  test("more movements than a PDF is good for are for the CSV", async () => {
    await expect(statementFileOf(services, statement(3001), "pdf")).rejects.toMatchObject({
      fields: { kind: ["Too long for a PDF. Download the CSV."] },
    });
  });

  test.each([
    ["Anna", [["Anna", false]]],
    [
      "Łukasz",
      [
        ["Ł", true],
        ["ukasz", false],
      ],
    ],
    // Not in the font: by the base letter, or as a question mark.
    ["Ọ漢", [["O?", false]]],
  ])("%s is written in the fonts that have its letters", (text, runs) => {
    expect(fontRuns(text).map((run) => [run.text, run.extended])).toEqual(runs);
  });

  test.each([
    ["2026-01-01T00:00:00Z", "UTC", "2025-12"],
    ["2026-03-31T13:30:00Z", SYDNEY, "2026-03"],
    ["2026-03-31T12:30:00Z", SYDNEY, "2026-02"],
  ])("the month before %s in %s is %s", (at, zone, month) => {
    expect(monthBefore(BigInt(Date.parse(at)), zone)).toBe(month);
  });
});
