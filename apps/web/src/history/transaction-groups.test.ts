// @vitest-environment node
import type { Transaction } from "@wattle/contracts/history";
import { expect, test } from "vitest";
import { transactionGroups, transactionMonths } from "./transaction-groups.ts";

const row = (id: string, created_at: string, status: Transaction["status"] = "completed") =>
  ({ ...BOUGHT, id, created_at, status }) as Transaction;
const BOUGHT = {
  transaction_type: "exchange",
  credit: "1000.00",
  credit_currency: "AUD",
  debit: "0.00651400",
  debit_currency: "BTC",
} as const;
const ALL = { current_page: 1, last_page: 1 };
const shown = (rows: Transaction[]) =>
  transactionGroups(rows, ALL).map(({ heading, rows: inIt }) => [heading, inIt.map(({ id }) => id)]);

test.each([
  ["no rows, no headings", [], []],
  [
    "a heading for each month, in the order of the rows",
    [row("1", "2026-11-21T10:00:00Z"), row("2", "2026-11-02T10:00:00Z"), row("3", "2025-11-20T10:00:00Z")],
    [
      ["November 2026", ["1", "2"]],
      ["November 2025", ["3"]],
    ],
  ],
  [
    "what waits for something comes first, however old; what was cancelled does not wait",
    [
      row("1", "2026-11-21T10:00:00Z"),
      row("2", "2026-11-20T10:00:00Z", "requested"),
      row("3", "2026-10-12T10:00:00Z", "cancelled"),
      row("4", "2026-10-11T10:00:00Z", "awaiting_payment"),
    ],
    [
      ["Open", ["2", "4"]],
      ["November 2026", ["1"]],
      ["October 2026", ["3"]],
    ],
  ],
])("%s", (_what, rows, groups) => {
  expect(shown(rows)).toEqual(groups);
});

const november = (...changes: Partial<Transaction>[]): Transaction[] =>
  changes.map((change, index) => ({ ...row(`${index}`, "2026-11-10T10:00:00Z"), ...change }));
const SOLD = { credit: "0.20000000", credit_currency: "ETH", debit: "1013.76", debit_currency: "AUD" };
const PAID_OUT = {
  transaction_type: "withdraw",
  credit: "1500.00",
  debit: "1500.00",
  debit_currency: "AUD",
} as const;
const PAID_IN = { ...PAID_OUT, transaction_type: "deposit" } as const;

/** A sum with common spaces: its own keep a figure on one line. */
const plain = (sum = ""): string => sum.replaceAll("\u00A0", " ");

test.each<[string, Transaction[], string]>([
  ["exact, to the last cent", november({}, { credit: "0.01" }), "In 0.01302800 BTC · Out 1,000.01 AUD"],
  [
    "of all kinds, in and out",
    november({}, SOLD, PAID_OUT),
    "In 1,013.76 AUD, 0.00651400 BTC · Out 2,500.00 AUD, 0.20000000 ETH",
  ],
  ["a deposit comes in once", november(PAID_IN), "In 1,500.00 AUD"],
  [
    "what was not completed is no part of it",
    november(PAID_OUT, { status: "cancelled" }),
    "Out 1,500.00 AUD",
  ],
  ["none at all", november({ status: "cancelled" }), ""],
  [
    "two moneys are never one sum",
    november({}, { credit_currency: "NGN" }),
    "In 0.01302800 BTC · Out 1,000.00 AUD, 1,000.00 NGN",
  ],
])("the sum of a month: %s", (_what, rows, sum) => {
  expect(plain(transactionGroups(rows, ALL)[0]?.sum)).toBe(sum);
});

test("a month that goes on beyond the page has no sum", () => {
  const rows = [
    row("1", "2026-11-21T10:00:00Z"),
    row("2", "2026-10-02T10:00:00Z"),
    row("3", "2026-09-20T10:00:00Z"),
  ];
  const sums = (current_page: number) =>
    transactionGroups(rows, { current_page, last_page: 3 }).map(({ sum }) => sum !== "");
  expect([sums(1), sums(2), sums(3)]).toEqual([
    [true, true, false],
    [false, true, false],
    [false, true, true],
  ]);
});

test("at a desk a month has all its rows in the order given, those that wait among them; the sum is the same", () => {
  const rows = [
    row("1", "2026-11-21T10:00:00Z"),
    row("2", "2026-11-20T10:00:00Z", "requested"),
    row("3", "2026-10-12T10:00:00Z"),
  ];
  const sum = "In\u00A00.00651400\u00A0BTC · Out\u00A01,000.00\u00A0AUD";
  expect(transactionMonths(rows, ALL)).toEqual([
    { heading: "November 2026", rows: rows.slice(0, 2), sum },
    { heading: "October 2026", rows: rows.slice(2), sum },
  ]);
});
