import { describe, expect, test } from "vitest";
import { readCsvHead } from "./csv.ts";
import { readStatement } from "./read-statement.ts";
import { BrokenStatement, type StatementAccount, type StatementSettings } from "./statement.ts";

const ACCOUNT: StatementAccount = { currency: "AUD", bsb: "062-000", account_number: "12345678" };

const settings = (columns?: StatementSettings["columns"]): StatementSettings => ({
  account: ACCOUNT,
  timeZone: "Australia/Sydney",
  today: "2026-11-26",
  columns,
});
const read = (content: string, columns?: StatementSettings["columns"]) =>
  readStatement(content, "auto", settings(columns));
/** Each line as `day amount text`. */
const brief = (content: string): string[] =>
  read(content).lines.map(({ bookedOn, amount, text }) => `${bookedOn} ${amount} ${text}`);
const broken = (work: () => unknown): string => {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof BrokenStatement) return `${thrown.line}: ${thrown.reason}`;
    throw thrown;
  }
  return "read";
};

describe("the CSV files that Australian banks export", () => {
  test.each([
    [
      "(a) no header: date, amount, text, balance; the newest first",
      '22/11/2026,"+250.00","Transfer from J SMITH 7KQ4M2XB9PTR","+1,250.00"\n21/11/2026,"-5.00","Account fee","1000.00"\n',
      ["2026-11-22 25000 Transfer from J SMITH 7KQ4M2XB9PTR", "2026-11-21 -500 Account fee"],
    ],
    [
      "(a) the oldest first, with CRLF and a byte order mark",
      '\ufeff21/11/2026,"-5.00","Account fee","1000.00"\r\n22/11/2026,"250.00","Transfer","1250.00"\r\n',
      ["2026-11-21 -500 Account fee", "2026-11-22 25000 Transfer"],
    ],
    [
      "(b) no header: date, amount, text",
      "22/11/2026,1234.50,DIRECT CREDIT J SMITH\n1/2/2026,-7,FEE",
      ["2026-11-22 123450 DIRECT CREDIT J SMITH", "2026-02-01 -700 FEE"],
    ],
    [
      "(c) header with Transaction Details and Balance",
      "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name\n22 Nov 26,100.00,012345678,,INTER-BANK CREDIT,7KQ4-M2XB-9PTR,600.00,,Jo Smith\n",
      ["2026-11-22 10000 7KQ4-M2XB-9PTR"],
    ],
    [
      "(d) header with Narrative, Debit Amount and Credit Amount",
      'Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial\n062000 12345678,22/11/2026,"DEPOSIT, OSKO ""JO""",,1500.00,1500.00,DEP,\n062000 12345678,23/11/2026,FEE,10.00,,1490.00,FEES,\n',
      ['2026-11-22 150000 DEPOSIT, OSKO "JO"', "2026-11-23 -1000 FEE"],
    ],
    [
      "a text over two lines, letters of Latin-1, and a tab",
      '22/11/2026,"5.00","Café\n\tMüller",5.00\n',
      ["2026-11-22 500 Café Müller"],
    ],
    [
      "DR and CR",
      "22/11/2026,5.00 DR,out\n22/11/2026,6.00CR,in\n22/11/2026,7.00-,out",
      ["2026-11-22 -500 out", "2026-11-22 600 in", "2026-11-22 -700 out"],
    ],
    [
      "two marks that say the same",
      "22/11/2026,-5.00 DR,a\n22/11/2026,5.00- DR,b\n22/11/2026,(-5.00),c\n22/11/2026,(5.00) DR,d\n22/11/2026,+6.00 CR,e",
      [
        "2026-11-22 -500 a",
        "2026-11-22 -500 b",
        "2026-11-22 -500 c",
        "2026-11-22 -500 d",
        "2026-11-22 600 e",
      ],
    ],
    [
      "a line that moves nothing",
      "22/11/2026,0.00,Interest rate changed\n22/11/2026,1.00,x",
      ["2026-11-22 100 x"],
    ],
    ["an empty line at the end", "22/11/2026,1.00,x\n\n\n", ["2026-11-22 100 x"]],
  ])("%s", (_case, content, lines) => expect(brief(content)).toEqual(lines));

  test.each([
    ["empty in its column", "Date,Amount,Description,Merchant Name\n22/11/2026,7.50,Rent,\n", ""],
    ["without a column", "Date,Amount,Description\n22/11/2026,7.50,Rent\n", null],
  ])("a payer's name is %s", (_case, file, payer) => {
    expect(read(file).lines).toMatchObject([{ payer }]);
  });

  test("a payer's name in a column of its own is kept", () => {
    const file = "Date,Amount,Transaction Details,Merchant Name\n22/11/2026,1.00,x,Jo Smith\n";
    expect(read(file).lines[0]).toMatchObject({ payer: "Jo Smith" });
  });

  test("a file that we do not know is read by the columns that are named", () => {
    const columns = { date: "When", amount: "How much", text: "What", payer: "Who" };
    const file = "When;x,How much,What,Who\n1,2,3,4";
    expect(broken(() => read(file, columns))).toBe("1: There is no column When");
    const good = "When,How much,What,Who\n2026-11-22,7.50,Rent,Jo\n";
    expect(read(good, columns).lines).toMatchObject([
      { line: 2, bookedOn: "2026-11-22", amount: 750n, text: "Rent", payer: "Jo" },
    ]);
    expect(broken(() => read(good))).toBe("1: We don't know these columns");
  });
});

describe("a file whose columns someone named", () => {
  const NAMED = { date: "When", amount: "How much", text: "What" };
  test.each([
    ["day first, unless said", {}, "03/04/2026", "2026-04-03"],
    ["month first", { date_order: "month_first" }, "03/04/2026", "2026-03-04"],
    ["month first, two figures for the year", { date_order: "month_first" }, "3/4/26", "2026-03-04"],
    ["a year in front leaves no doubt", { date_order: "month_first" }, "2026-04-03", "2026-04-03"],
    ["a month in letters leaves no doubt", { date_order: "month_first" }, "3 Apr 2026", "2026-04-03"],
  ] as const)("dates: %s", (_case, more, written, day) => {
    const { lines } = read(`When,How much,What\n${written},7.50,Rent\n`, { ...NAMED, ...more });
    expect(lines.map(({ bookedOn }) => bookedOn)).toEqual([day]);
  });

  test("what cannot be read is named by its line and column; amounts are exact", () => {
    const file =
      "When,How much,What\n22/11/2026,9007199254740993.01,Large\ntoday,1.00,x\n22/11/2026,1.005,x\n";
    const { lines, refused } = read(file, NAMED);
    expect(lines.map(({ amount }) => amount)).toEqual([]);
    expect(refused).toEqual([
      { line: 2, reason: "How much: The amount is too large" },
      { line: 3, reason: "When: This is no date" },
      { line: 4, reason: "How much: The amount has more than two decimals" },
    ]);
    const largest = read("When,How much,What\n22/11/2026,999999999999999.99,x\n", NAMED);
    expect(largest.lines).toMatchObject([{ amount: 99_999_999_999_999_999n }]);
  });

  test("debit and credit are columns of their own, and each refusal names its column", () => {
    const columns = { date: "When", debit: "Out", credit: "In", text: "What" };
    const file =
      "When,Out,In,What\n22/11/2026,5.00,,Fee\n22/11/2026,,6.00,Pay\n22/11/2026,ten,,x\n22/11/2026,,ten,x\n";
    const { lines, refused } = read(file, columns);
    expect(lines.map(({ amount }) => amount)).toEqual([-500n, 600n]);
    expect(refused).toEqual([
      { line: 4, reason: "Out: This is no amount" },
      { line: 5, reason: "In: This is no amount" },
    ]);
  });

  test("without names, columns are named by their places, and the first line is a payment", () => {
    const columns = { date: "#4", amount: "#2", text: "#1", payer: "#5" };
    const file = "Rent,7.50,x,22/11/2026,Jo\nFee,-1.00,x,23/11/2026,\n";
    expect(read(file, columns).lines).toMatchObject([
      { line: 1, bookedOn: "2026-11-22", amount: 750n, text: "Rent", payer: "Jo" },
      { line: 2, bookedOn: "2026-11-23", amount: -100n, text: "Fee" },
    ]);
    expect(broken(() => read(file, { ...columns, date: "#6" }))).toBe("1: There is no column #6");
  });

  test("columns by their places read a file that is only as wide as one we know", () => {
    const columns = { date: "#1", text: "#2", amount: "#3", balance: "#4" };
    const file = "22/11/2026,Rent,5.00,105.00\n23/11/2026,Fee,-1.00,104.00\n";
    expect(read(file).lines).toEqual([]);
    expect(read(file, columns).lines).toMatchObject([{ amount: 500n }, { amount: -100n }]);
    expect(readCsvHead(file, settings()).known).toBe(false);
    const known = "22/11/2026,5.00,Rent,105.00\n";
    expect(read(known, columns).lines).toMatchObject([{ amount: 500n, text: "Rent" }]);
    expect(readCsvHead(known, settings(columns)).known).toBe(true);
  });
});

describe("lines that cannot be read are named, and the others are read", () => {
  test.each([
    ["three decimals", "22/11/2026,1.005,x", "The amount has more than two decimals"],
    ["no amount", "22/11/2026,,x", "There is no amount"],
    ["words", "22/11/2026,ten,x", "This is no amount"],
    ["a minus and a credit", "22/11/2026,-5.00 CR,x", "This is no amount"],
    ["a plus in brackets", "22/11/2026,(+5.00),x", "This is no amount"],
    ["groups of two", "22/11/2026,1 0,x", "This is no amount"],
    ["a day that is none", "30/02/2026,1.00,x", "There is no such day"],
    ["a month in front", "11/22/2026,1.00,x", "There is no such day"],
    ["no date", "today,1.00,x", "This is no date"],
    ["too short", "22/11/2026,1.00", "The line is too short"],
    ["more than a bank can hold", "22/11/2026,12345678901234567.00,x", "The amount is too large"],
  ])("%s", (_case, line, reason) => {
    const { lines, refused } = read(`21/11/2026,1.00,before\n${line}\n23/11/2026,2.00,after\n`);
    expect(refused).toEqual([{ line: 2, reason }]);
    expect(lines.map(({ text }) => text)).toEqual(["before", "after"]);
  });

  test("a line of another account", () => {
    const file =
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance\n062000 12345678,22/11/2026,a,,1.00,1.00\n062000 87654321,22/11/2026,b,,1.00,1.00\n";
    const { lines, refused } = read(file);
    expect(lines).toHaveLength(1);
    expect(refused).toEqual([{ line: 3, reason: "This is a line of another account" }]);
  });

  test("a line with a debit and a credit", () => {
    const file = "Date,Narrative,Debit Amount,Credit Amount\n22/11/2026,a,1.00,1.00\n";
    expect(read(file).refused).toEqual([{ line: 2, reason: "A line has a debit or a credit, not both" }]);
  });
});

describe("a file that is broken as a whole is not read at all", () => {
  const CHAIN = ["21/11/2026,10.00,a,110.00", "22/11/2026,5.00,b,115.00", "23/11/2026,-15.00,c,100.00"];
  test.each([
    ["a quote that is not closed", '22/11/2026,"1.00,x\n', /^\d+: The file ends in the middle of a line$/],
    ["nothing", "\n", /^1: The file is empty$/],
    ["columns that no one knows", "Name,Address\nJo,Here\n", /^1: We don't know these columns$/],
    ["UTF-16 read as something else", "2\u00002\u0000/\u0000", /^1: The file is not in UTF-8/],
    ["UTF-8 read wrongly", "22/11/2026,1.00,x\n22/11/2026,1.00,Caf\ufffd\n", /^2: The file is not in UTF-8/],
    ["a line left out", [CHAIN[0], CHAIN[2]].join("\n"), /^2: The balance does not add up here$/],
    [
      "a line left out of a file that has the newest first",
      ["24/11/2026,1.00,d,101.00", CHAIN[2], CHAIN[0]].join("\n"),
      /^\d: The balance does not add up here$/,
    ],
    ["an amount changed", [CHAIN[0], CHAIN[1], "23/11/2026,-14.00,c,100.00"].join("\n"), /^3: The balance/],
    ["a spreadsheet", "PK\u0003\u0004\u0000\u0000", /^1: /],
  ])("%s", (_case, content, reason) => expect(broken(() => read(content))).toMatch(reason));

  test("the balances around a line that cannot be read are not compared", () => {
    const { lines, refused } = read([CHAIN[0], "22/11/2026,5.000,b,115.00", CHAIN[2]].join("\n"));
    expect([lines.length, refused.length]).toEqual([2, 1]);
    expect(read([CHAIN[2], "22/11/2026,5.000,b,115.00", CHAIN[0]].join("\n")).refused).toHaveLength(1);
  });
});
