import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { statementText } from "@wattle/contracts/statement-text";
import { readStatement } from "./read-statement.ts";
import { BrokenStatement, type StatementSettings } from "./statement.ts";

const AUD: StatementSettings = {
  account: { currency: "AUD", bsb: null, account_number: "12345678" },
  timeZone: "Australia/Sydney",
  today: "2026-11-26",
};
const NGN: StatementSettings = { ...AUD, account: { ...AUD.account, currency: "NGN" } };

/** A file as it is read: each line as `day amount text | payer = balance`, each refusal as `line: reason`. */
function readCase(name: string, settings: StatementSettings): string[] {
  const content = statementText(readFileSync(new URL(`cases/${name}`, import.meta.url)));
  try {
    const { lines, refused } = readStatement(content, "auto", settings);
    return [
      ...lines.map(({ bookedOn, amount, text, payer, balance }) =>
        [
          `${bookedOn} ${amount} ${text}`,
          payer === null || payer === "" ? "" : ` | ${payer}`,
          balance === null ? "" : ` = ${balance}`,
        ].join(""),
      ),
      ...refused.map(({ line, reason }) => `${line}: ${reason}`),
    ];
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    return [`all ${thrown.line}: ${thrown.reason}`];
  }
}

test.each([
  [
    "camt-batch-instructed-amounts.xml",
    AUD,
    ["2026-11-20 33056 one {REFERENCE} | Jane Sample", "2026-11-20 10000 two | John Sample"],
  ],
  ["camt-date-time-utc.xml", AUD, ["2026-11-20 15400 half past one in Sydney on 20 | Jane Sample"]],
  ["camt-five-decimals.xml", AUD, ["2026-11-20 150050 decimals | Jane Sample"]],
  ["camt-only-value-date.xml", AUD, ["2026-11-20 15300 value date only | Jane Sample"]],
  ["camt-structured-message.xml", AUD, ["2026-11-20 15800 {REFERENCE} | Jane Sample"]],
  [
    "csv-code-of-another-currency.csv",
    AUD,
    [
      "2026-11-20 500 OUR OWN",
      "2: Amount: This is in USD, the account in AUD",
      "3: Amount: This is in USD, the account in AUD",
    ],
  ],
  [
    "csv-currency-column.csv",
    AUD,
    ["2026-11-20 10000 AUD LINE = 10000", "3: This is in USD, the account in AUD"],
  ],
  ["csv-dash-for-nothing.csv", AUD, ["2026-11-20 50000 IN = 200000", "2026-11-19 -50000 OUT"]],
  [
    "csv-dates.csv",
    AUD,
    [
      "2026-11-20 8100 WITH TIME",
      "2026-11-20 8200 AMPM",
      "2026-11-20 8300 YMD SLASH",
      "2026-11-20 8350 YMD DOT",
      "2026-11-20 8400 MONTH FIRST NAME",
      "2026-11-20 8500 MONTH FIRST COMMA",
      "2026-11-20 8600 SLASH NAME",
      "2026-11-20 8700 WEEKDAY",
      "2026-11-20 8800 UPPER",
      "2026-11-20 8900 DASH",
      "2026-11-20 9000 ISO TIME",
      "2026-11-20 9100 COMPACT",
      "2026-09-20 9200 SEPT",
    ],
  ],
  [
    "csv-day-in-its-own-order.csv",
    AUD,
    [
      "2026-11-21 4000 D = 110000",
      "2026-11-20 1000 A = 101000",
      "2026-11-20 2000 B = 103000",
      "2026-11-20 3000 C = 106000",
      "2026-11-19 500 Z = 100000",
    ],
  ],
  ["csv-far-days.csv", AUD, ["2: 2062-11-20 hasn't come yet", "3: 1996-11-20 is too long ago"]],
  ["csv-lines-above-the-header.csv", AUD, ["2026-11-20 120400 REF | JANE SAMPLE"]],
  ["csv-month-first.csv", AUD, ["2026-11-05 12100 FIFTH NOV", "2026-11-20 12200 TWENTIETH NOV"]],
  [
    "csv-naira-sign.csv",
    NGN,
    ["2026-11-20 150000 TRANSFER FROM JANE", "2026-11-20 -1075 CHARGE", "2026-11-20 230050 CODE"],
  ],
  ["csv-null-for-nothing.csv", AUD, ["2026-11-20 19100 IN", "2026-11-20 19200 NULL", "2026-11-20 19300 NA"]],
  ["csv-opening-and-closing.csv", AUD, ["2026-11-20 24100 IN = 124100"]],
  ["csv-semicolons.csv", AUD, ["2026-11-20 123456 IN = 523456"]],
  [
    "csv-signs-and-spaces.csv",
    AUD,
    [
      "2026-11-20 150000 CODE BEHIND",
      "2026-11-20 913 SIGN BEHIND",
      "2026-11-20 123450 NBSP",
      "2026-11-20 7700 SPACE SIGN",
      "2026-11-20 -1200 ENDASH",
      "2026-11-20 -1300 BRACKET SIGN",
      "2026-11-20 -1400 BRACKET OUT",
    ],
  ],
  ["csv-space-in-a-cell.csv", AUD, ["2026-11-20 25100 JANE = 125100"]],
  [
    "csv-state-column.csv",
    AUD,
    [
      "2026-11-20 11100 COMPLETED",
      "3: State: PENDING isn't final",
      "4: State: REVERTED isn't final",
      "5: State: FAILED isn't final",
    ],
  ],
  ["csv-tabs.csv", AUD, ["2026-11-20 123456 IN = 523456"]],
  [
    "csv-type-column.csv",
    NGN,
    ["2026-11-20 2500000 TRANSFER FROM JANE SAMPLE", "2026-11-20 -300000 POS PURCHASE"],
  ],
  ["csv-utf-16.csv", AUD, ["2026-11-20 13100 UTF16 Zoë"]],
  ["mt940-account-with-currency.sta", AUD, ["2026-11-20 6100 DIRECT CREDIT JANE SAMPLE"]],
  ["mt940-blank-entry-date.sta", AUD, ["2026-11-20 6200 DIRECT CREDIT JANE SAMPLE"]],
  ["mt940-lines-in-front.sta", AUD, ["2026-11-20 6700 INVOICE 77 | JANE SAMPLE"]],
  ["mt940-space-before-amount.sta", AUD, ["2026-11-20 6300 DIRECT CREDIT JANE SAMPLE"]],
  [
    "ofx-br-in-memo.ofx",
    AUD,
    ["2026-11-20 30300 Osko payment - Receipt 1739 - amount $303.00 From demo customer Ref {REFERENCE}"],
  ],
  ["ofx-cdata.ofx", AUD, ["2026-11-20 11100 Smith & Sons <invoice 7> | JANE"]],
  [
    "ofx-five-decimals.ofx",
    AUD,
    ["2026-11-20 20895 DIRECT CREDIT | JANE SAMPLE", "2026-11-20 -895 FEE | BANK"],
  ],
  ["ofx-masked-account.ofx", AUD, ["2026-11-20 13000 MASKED | JANE"]],
  [
    "ofx-no-minus.ofx",
    AUD,
    ["2026-11-20 31011 DIRECT CREDIT | JANE SAMPLE", "2026-11-20 -9520 DIRECT DEBIT BILL | POWER CO"],
  ],
  ["ofx-other-currency.ofx", AUD, ["17: This is in USD, the account in AUD"]],
  ["ofx-same-id-1.ofx", AUD, ["2026-11-20 8100 OSKO PENDING | J SAMPLE"]],
  ["ofx-same-id-2.ofx", AUD, ["2026-11-20 8100 OSKO PAYMENT RECEIPT 0012 | JANE SAMPLE"]],
])("%s", (name, settings, expected) => expect(readCase(name, settings)).toEqual(expected));
