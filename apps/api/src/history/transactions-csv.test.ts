import { parse } from "csv-parse/sync";
import fc from "fast-check";
import type { HistoryWalk, Transaction } from "@wattle/contracts/history";
import { insertTransaction } from "@wattle/db/history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { depositRow } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { csvCell } from "@wattle/contracts/csv-cell";
import { transactionsCsv } from "./transactions-csv.ts";

const PATH = "/api/users/transactions.csv";

describe("a cell", () => {
  test.each([
    [null, ""],
    ["", ""],
    ["1500.00", "1500.00"],
    ["a b", "a b"],
    ["=1+1", "'=1+1"],
    ["+61", "'+61"],
    ["-5", "-5"],
    ["-5.00", "-5.00"],
    ["-5.", "'-5."],
    ["-2+3", "'-2+3"],
    ["-A1", "'-A1"],
    ["-5.00 AUD", "'-5.00 AUD"],
    ["-5\n", `"'-5\n"`],
    ["+61 400 000 000", "'+61 400 000 000"],
    ["=1", "'=1"],
    ["@x", "'@x"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", `"'\rx"`],
    ["a=b", "a=b"],
    ['say "hi"', '"say ""hi"""'],
    ["a,b", '"a,b"'],
    ["two\nlines", '"two\nlines"'],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])("%j becomes %j", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test("whatever it holds, a reader gets the text back, and no spreadsheet a formula", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const [[cell = ""] = []] = parse(`${csvCell(text)},end\r\n`, {
          relaxColumnCount: true,
        }) as string[][];
        expect(cell).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/);
        expect([text, `'${text}`]).toContain(cell);
      }),
    );
  });
});

test("pieces are asked for one at a time, each after the last was taken", async () => {
  const asked: string[] = [];
  const piece = (next: string | null): HistoryWalk => ({ data: [], next });
  const text = transactionsCsv(piece("one"), (after) => {
    asked.push(after);
    return Promise.resolve(piece(after === "one" ? "two" : null));
  });
  await text.next();
  expect(asked).toEqual([]);
  for await (const _piece of text);
  expect(asked).toEqual(["one", "two"]);
});

describe.each(DIALECTS)("the history as a CSV file on %s", (dialect) => {
  const ROWS = 1203;
  let app: TestApp;
  let customer: TestClient;
  let partner: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, partner] = [app.client(), app.client()];
    await customer.login("customer@demo.test");
    const { user } = await partner.login("partner@demo.test");
    await app.services.database.write(async (tx) => {
      for (let n = 0; n < ROWS; n += 1) {
        const at = BigInt(1_700_000_000_000 + Math.floor(n / 3));
        const row = depositRow(user.id, `csv-${String(n).padStart(5, "0")}`, {
          reference: `CSV-${n}`,
          transaction_type: n % 2 === 0 ? "deposit" : "withdraw",
          credit: BigInt(n + 1),
          debit: BigInt(n + 1),
          note: n === 7 ? '=cmd|"/c calc"!A0, the\nnext line' : null,
          created_at: at,
          updated_at: at,
        });
        await insertTransaction(tx, row);
      }
    });
  });
  afterAll(() => app.close());

  const rowsOf = (text: string): Record<string, string>[] =>
    parse(text, { columns: true, relaxQuotes: false }) as Record<string, string>[];

  test("holds every row once, newest first, over many pieces", async () => {
    const { status, headers, text } = await partner.get(PATH);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toBe('attachment; filename="transactions.csv"');
    const rows = rowsOf(text);
    expect(rows).toHaveLength(ROWS);
    expect(rows.map((row) => row["reference"])).toEqual(
      Array.from({ length: ROWS }, (_, n) => `CSV-${ROWS - 1 - n}`),
    );
    expect(rows.at(-8)?.["note"]).toBe(`'=cmd|"/c calc"!A0, the\nnext line`);
  });

  test("says what the list says", async () => {
    const rows = rowsOf((await customer.get(PATH)).text);
    const list = await customer.get<{ data: Transaction[] }>("/api/users/transactions?per_page=100");
    expect(rows.length).toBe(list.body.data.length);
    for (const [index, row] of rows.entries()) {
      const listed = list.body.data[index];
      expect(row).toMatchObject({
        id: listed?.id,
        credit: listed?.credit,
        debit_currency: listed?.debit_currency,
        fee_amount: listed?.fee_amount ?? "",
        rate: listed?.rate ?? "",
        created_at: listed?.created_at,
      });
    }
  });

  test("takes the list's filters", async () => {
    const rows = rowsOf((await partner.get(`${PATH}?type=withdraw`)).text);
    expect(rows).toHaveLength(Math.floor(ROWS / 2));
    expect(rowsOf((await partner.get(`${PATH}?from=2030-01-01`)).text)).toEqual([]);
  });

  test("takes the list's search, and finds in it what the list finds", async () => {
    const { body } = await partner.get<{ data: Transaction[] }>("/api/users/transactions?per_page=100");
    const [row] = body.data;
    const query = `search=${encodeURIComponent(`${row?.credit_currency} ${row?.credit}`)}&type=${row?.transaction_type}`;
    const list = await partner.get<{ data: Transaction[]; meta: { total: number } }>(
      `/api/users/transactions?per_page=100&${query}`,
    );
    expect(list.body.meta.total).toBeGreaterThan(0);
    const rows = rowsOf((await partner.get(`${PATH}?${query}`)).text);
    expect(rows.length).toBe(Math.min(list.body.meta.total, 200));
    expect(rows.slice(0, 100).map(({ id }) => id)).toEqual(list.body.data.map(({ id }) => id));
    expect(rowsOf((await partner.get(`${PATH}?search=no+such+thing`)).text)).toEqual([]);
  });

  test.each([
    "?type=gift",
    "?after=nonsense",
    "?from=1",
    "?search=1500&after=1.a",
    `?search=${"x".repeat(41)}`,
  ])("%s is refused before the file begins", async (search) => {
    const refused = await partner.get<{ code: string }>(PATH + search);
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  });

  test("no one else gets it", async () => {
    expect((await app.client().get(PATH)).status).toBe(401);
    const unverified = app.client();
    await unverified.login("unverified@demo.test");
    expect((await unverified.get(PATH)).status).toBe(403);
    expect((await partner.post(PATH, {})).status).toBe(405);
  });
});
