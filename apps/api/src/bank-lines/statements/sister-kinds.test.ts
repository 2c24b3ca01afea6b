/** Kinds of files like those of `cases`, written in other ways: each is read for sure, or refused with its reason. */
import { describe, expect, test } from "vitest";
import { readStatement } from "./read-statement.ts";
import { BrokenStatement, type StatementSettings } from "./statement.ts";

const SETTINGS: StatementSettings = {
  account: { currency: "AUD", bsb: null, account_number: "12345678" },
  timeZone: "Australia/Sydney",
  today: "2026-11-26",
};

/** Amounts in and out, in hundredths, and the reasons why the other lines had none. */
function brief(rows: readonly string[], columns?: StatementSettings["columns"]): (string | number)[] {
  try {
    const { lines, refused } = readStatement(`${rows.join("\n")}\n`, "auto", { ...SETTINGS, columns });
    return [...lines.map(({ amount }) => Number(amount)), ...refused.map(({ reason }) => reason)];
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    return [`all: ${thrown.reason}`];
  }
}

describe("a direction, state or currency in a column of any name", () => {
  test.each<[string, string[], (string | number)[]]>([
    [
      "Transaction Type: Deposit, Withdrawal",
      [
        "Date,Description,Transaction Type,Amount",
        "20/11/2026,a,Deposit,5.00",
        "20/11/2026,b,Withdrawal,6.00",
      ],
      [500, -600],
    ],
    [
      "Type: Receipt, Payment",
      ["Date,Description,Type,Amount", "20/11/2026,a,Receipt,5.00", "20/11/2026,b,Payment,6.00"],
      [500, -600],
    ],
    [
      "Type: Transfer In, Transfer Out",
      ["Date,Description,Type,Amount", "20/11/2026,a,Transfer In,5.00", "20/11/2026,b,Transfer Out,6.00"],
      [500, -600],
    ],
    [
      "Sign: +, -",
      ["Date,Description,Sign,Amount", "20/11/2026,a,+,5.00", "20/11/2026,b,-,6.00"],
      [500, -600],
    ],
    [
      "Entry: C, D",
      ["Date,Description,Entry,Amount", "20/11/2026,a,C,5.00", "20/11/2026,b,D,6.00"],
      [500, -600],
    ],
    [
      "Transaction: Credit, Debit",
      ["Date,Description,Transaction,Amount", "20/11/2026,a,Credit,5.00", "20/11/2026,b,Debit,6.00"],
      [500, -600],
    ],
    [
      "Category: Credit, Debit",
      ["Date,Description,Category,Amount", "20/11/2026,a,Credit,5.00", "20/11/2026,b,Debit,6.00"],
      [500, -600],
    ],
    [
      "Type: Received, Sent",
      ["Date,Description,Type,Amount", "20/11/2026,a,Received,5.00", "20/11/2026,b,Sent,6.00"],
      [500, -600],
    ],
    [
      "Code: CR, DR",
      ["Date,Description,Code,Amount", "20/11/2026,a,CR,5.00", "20/11/2026,b,DR,6.00"],
      [500, -600],
    ],
    [
      "Dr./Cr.: Cr., Dr.",
      ["Date,Description,Dr./Cr.,Amount", "20/11/2026,a,Cr.,5.00", "20/11/2026,b,Dr.,6.00"],
      [500, -600],
    ],
    [
      "Soort: Bij, Af",
      ["Date,Description,Soort,Amount", "20/11/2026,a,Bij,5.00", "20/11/2026,b,Af,6.00"],
      ["Soort: nothing says whether “Bij” is in or out", "Soort: nothing says whether “Af” is in or out"],
    ],
    [
      "Side: BUY, SELL",
      ["Date,Description,Side,Amount", "20/11/2026,a,BUY,5.00", "20/11/2026,b,SELL,6.00"],
      ["Side: nothing says whether “BUY” is in or out", "Side: nothing says whether “SELL” is in or out"],
    ],
    [
      "types that hint next to one that is sure",
      ["Date,Description,Type,Amount", "20/11/2026,a,Inflow,5.00", "20/11/2026,b,Bank Payment,6.00"],
      [500, "Nothing says whether it came in or went out"],
    ],
    [
      "types in signed amounts",
      [
        "Date,Description,Type,Amount",
        "20/11/2026,a,Payment,5.00",
        "20/11/2026,b,Payment,-6.00",
        "20/11/2026,c,Deposit,-7.00",
      ],
      [500, -600, -700],
    ],
    [
      "columns that contradict each other",
      ["Date,Description,Kind,Way,Amount", "20/11/2026,a,Credit,Out,5.00"],
      ["Its columns contradict each other on whether it came in or went out"],
    ],
    [
      "Cleared: Yes, No",
      ["Date,Description,Cleared,Amount", "20/11/2026,a,Yes,5.00", "20/11/2026,b,No,6.00"],
      [500, "Cleared: No isn't final"],
    ],
    [
      "Posting Status: Posted, Pending",
      ["Date,Description,Posting Status,Amount", "20/11/2026,a,Posted,5.00", "20/11/2026,b,Pending,6.00"],
      [500, "Posting Status: Pending isn't final"],
    ],
    [
      "Result: Approved, Declined",
      ["Date,Description,Result,Amount", "20/11/2026,a,Approved,5.00", "20/11/2026,b,Declined,6.00"],
      [500, "Result: Declined isn't final"],
    ],
    [
      "Reversal: N, Y",
      ["Date,Description,Reversal,Amount", "20/11/2026,a,N,5.00", "20/11/2026,b,Y,6.00"],
      [500, "Reversal: Y isn't final"],
    ],
    [
      "Outcome: Done, Awaiting approval",
      ["Date,Description,Outcome,Amount", "20/11/2026,a,Done,5.00", "20/11/2026,b,Awaiting approval,6.00"],
      [500, "Outcome: Awaiting approval isn't final"],
    ],
    [
      "pending in the text, the type or the day",
      [
        "Date,Description,Type,Amount",
        "20/11/2026,PENDING - Osko,,5.00",
        "20/11/2026,AUTHORISATION HOLD - shop,,6.00",
        "20/11/2026,c,Pending credit,7.00",
        "Pending,d,,8.00",
        "20/11/2026,OSKO PENDING,,9.00",
      ],
      [
        900,
        "It isn't booked: it says “PENDING”",
        "It isn't booked: it says “AUTHORISATION HOLD”",
        "Type: Pending credit isn't final",
        "Date: This is no date",
      ],
    ],
    [
      "Transaction Curr: AUD, USD",
      ["Date,Description,Transaction Curr,Amount", "20/11/2026,a,AUD,5.00", "20/11/2026,b,USD,6.00"],
      [500, "This is in USD, the account in AUD"],
    ],
    [
      "Wallet: AUD, USD",
      ["Date,Description,Wallet,Amount", "20/11/2026,a,AUD,5.00", "20/11/2026,b,USD,6.00"],
      [500, "This is in USD, the account in AUD"],
    ],
    [
      ": AUD, USD",
      ["Date,Description,,Amount", "20/11/2026,a,AUD,5.00", "20/11/2026,b,USD,6.00"],
      [500, "This is in USD, the account in AUD"],
    ],
    [
      "Amount Currency: AUD, USD",
      ["Date,Description,Amount Currency,Amount", "20/11/2026,a,AUD,5.00", "20/11/2026,b,USD,6.00"],
      [500, "This is in USD, the account in AUD"],
    ],
    [
      "Currency: Australian Dollars, US Dollar",
      [
        "Date,Description,Currency,Amount",
        "20/11/2026,a,Australian Dollars,5.00",
        "20/11/2026,b,US Dollar,6.00",
      ],
      [500, "This is in USD, the account in AUD"],
    ],
    [
      "the account's currency next to the amount's",
      ["Date,Description,Amount,Currency,Account Currency", "20/11/2026,a,5.00,AUD,USD"],
      ["This is in USD, the account in AUD"],
    ],
    [
      "the currency that a payer paid in",
      ["Date,Description,Amount,Currency,Exchange Currency", "20/11/2026,a,5.00,AUD,USD"],
      [500],
    ],
  ])("%s", (_case, rows, expected) => expect(brief(rows)).toEqual(expected));
});

describe("a file's shape", () => {
  test.each<[string, string[], (string | number)[]]>([
    [
      "a thousands separator without quotes",
      ["Date,Description,Amount", "20/11/2026,a,1,234.50"],
      ["The line has more cells than there are columns"],
    ],
    [
      "a decimal comma without quotes",
      ["Date,Description,Amount", "20/11/2026,a,5,00"],
      ["The line has more cells than there are columns"],
    ],
    [
      "a comma in a text without quotes",
      ["Date,Description,Debit,Credit,Balance", "20/11/2026,SMITH 5, 20,,5.00,100.00"],
      ["The line has more cells than there are columns"],
    ],
    ["empty cells behind the last name", ["Date,Description,Amount", "20/11/2026,a,5.00,,"], [500]],
    [
      "several marks of line breaks",
      ["Date,Description,Amount\r", "20/11/2026,a,5.00", "20/11/2026,b,6.00\r"],
      [500, 600],
    ],
    ["Unicode's line separator", ["Date,Description,Amount 20/11/2026,a,5.00 "], [500]],
    [
      "pending payments below their heading",
      [
        "Date,Description,Amount",
        "20/11/2026,a,5.00",
        "Pending transactions",
        "20/11/2026,p,6.00",
        "Posted transactions",
        "20/11/2026,b,7.00",
      ],
      [
        500,
        700,
        "The line is too short",
        "It isn't booked: it's below “Pending transactions”",
        "The line is too short",
      ],
    ],
    [
      "pending payments alone",
      ["Pending transactions", "Date,Description,Amount", "20/11/2026,p,6.00"],
      ["all: What is below “Pending transactions” isn't booked"],
    ],
    [
      "other columns below",
      [
        "Date,Description,Amount,Balance",
        "20/11/2026,a,5.00,5.00",
        "Date,Description,Balance,Amount",
        "20/11/2026,p,6.00,1.00",
      ],
      ["all: Other columns begin here: import each part by itself"],
    ],
    [
      "another account below",
      ["Date,Description,Amount", "20/11/2026,a,5.00", "Account number: 87654321", "20/11/2026,p,6.00"],
      ["all: This is the statement of another account"],
    ],
    [
      "another currency below",
      ["Date,Description,Amount", "20/11/2026,a,5.00", "Currency: USD", "20/11/2026,p,6.00"],
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "above: Acct No: 87654321",
      ["Acct No: 87654321", "Date,Description,Amount", "20/11/2026,a,5.00"],
      ["all: This is the statement of another account"],
    ],
    [
      "above: Account,87654321",
      ["Account,87654321", "Date,Description,Amount", "20/11/2026,a,5.00"],
      ["all: This is the statement of another account"],
    ],
    [
      "above: A/C No. 87654321",
      ["A/C No. 87654321", "Date,Description,Amount", "20/11/2026,a,5.00"],
      ["all: This is the statement of another account"],
    ],
    [
      "above: Currency,US Dollars",
      ["Currency,US Dollars", "Date,Description,Amount", "20/11/2026,a,5.00"],
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "above: CCY: USD",
      ["CCY: USD", "Date,Description,Amount", "20/11/2026,a,5.00"],
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "above: Acct No: 12345678",
      ["Acct No: 12345678", "Date,Description,Amount", "20/11/2026,a,5.00"],
      [500],
    ],
    [
      "above: Currency: Australian Dollars",
      ["Currency: Australian Dollars", "Date,Description,Amount", "20/11/2026,a,5.00"],
      [500],
    ],
    [
      "above: Bank 12; Branch 3042; Account 1234567-50",
      ["Bank 12; Branch 3042; Account 1234567-50", "Date,Description,Amount", "20/11/2026,a,5.00"],
      [500],
    ],
    [
      "QIF",
      ["!Type:Bank", "D20/11/2026", "T5.00", "^"],
      ["all: This is QIF, which names no currency: export CSV, OFX, MT940 or CAMT.053"],
    ],
    ["a spreadsheet", ["PK\u0003\u0004"], ["all: This is an archive or a spreadsheet: save it as CSV"]],
    ["a PDF", ["%PDF-1.4"], ["all: This is a PDF: export CSV, OFX, MT940 or CAMT.053"]],
    ["a web page", ["<html><body>"], ["all: This is a web page: export CSV, OFX, MT940 or CAMT.053"]],
  ])("%s", (_case, rows, expected) => expect(brief(rows)).toEqual(expected));
});

describe("amounts and days", () => {
  test.each<[string, string[], (string | number)[]]>([
    [
      "marks of every kind",
      [
        "Date,Description,Amount",
        "20/11/2026,a,5.00-",
        "20/11/2026,b,(6.00)",
        "20/11/2026,c,7.00DR",
        "20/11/2026,d,8.00CR",
        "20/11/2026,e,9.00 -",
        "20/11/2026,f,1'234.50",
        '20/11/2026,g,"1,234.50"',
      ],
      [-500, -600, -700, 800, -900, 123450, 123450],
    ],
    [
      "cents, exponents, letters and signs of a formula",
      [
        "Date,Description,Amount",
        "20/11/2026,a,500c",
        "20/11/2026,a,1e3",
        "20/11/2026,a,5K",
        "20/11/2026,a,[5.00]",
        "20/11/2026,a,5.00*",
        "20/11/2026,a,'5.00",
      ],
      [
        "Amount: This is no amount",
        "Amount: This is no amount",
        "Amount: This is no amount",
        "Amount: This is no amount",
        "Amount: This is no amount",
        "Amount: This is no amount",
      ],
    ],
    [
      "a debit column with minus, a credit column with minus",
      [
        "Date,Description,Debit,Credit",
        "20/11/2026,a,-6.00,",
        "20/11/2026,b,,5.00",
        "20/11/2026,c,0.00,-3.00",
      ],
      [-600, 500, -300],
    ],
    [
      "Fee Amount",
      ["Date,Description,Amount,Fee Amount", "20/11/2026,a,5.00,1.00", "20/11/2026,b,6.00,0.00"],
      [600, "Fee Amount: it isn't clear whether the amount has it in"],
    ],
    [
      "Bank Charges",
      ["Date,Description,Amount,Bank Charges", "20/11/2026,a,5.00,1.00", "20/11/2026,b,6.00,0.00"],
      [600, "Bank Charges: it isn't clear whether the amount has it in"],
    ],
    [
      "Service fee",
      ["Date,Description,Amount,Service fee", "20/11/2026,a,5.00,1.00", "20/11/2026,b,6.00,0.00"],
      [600, "Service fee: it isn't clear whether the amount has it in"],
    ],
    [
      "another amount after fees",
      ["Date,Description,Amount,Net amount", "20/11/2026,a,5.00,4.80", "20/11/2026,b,6.00,6.00"],
      [600, "Net amount: it isn't clear which amount came or went"],
    ],
    [
      "balances with an amount",
      [
        "Date,Description,Amount",
        "20/11/2026,OPENING BAL,100.00",
        "20/11/2026,Balance B/F,100.00",
        "20/11/2026,Bal c/fwd,100.00",
        "20/11/2026,Balance,100.00",
        "20/11/2026,Opening Ledger Balance,100.00",
        "20/11/2026,Brought Fwd,100.00",
        "20/11/2026,Balance Forward,100.00",
        "20/11/2026,Sum,100.00",
        "20/11/2026,Balance for invoice 7,5.00",
      ],
      [
        500,
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
        "This seems to be a balance",
      ],
    ],
    [
      "balances without one",
      [
        "Date,Description,Debit,Credit,Balance",
        "20/11/2026,OPENING BAL,,,100.00",
        "20/11/2026,a,,5.00,105.00",
        ",CLOSING BAL.,,,105.00",
      ],
      [500],
    ],
    [
      "a year of two digits in front",
      ["Date,Description,Amount", "26-11-20,a,5.00", "20/11/26,b,6.00", "03/02/24,c,7.00"],
      [600, 700, "Date: The year can be the first part or the last"],
    ],
    [
      "a time zone of its own column",
      ["Date,Time,TimeZone,Description,Amount", "19/11/2026,14:30,UTC,a,5.00", "19/11/2026,14:30,PST,b,6.00"],
      [500, "Date: This is no date"],
    ],
    [
      "days in other languages, as figures, or with zones that no bank here has",
      [
        "Date,Description,Amount",
        "20 Dez 2025,a,1.00",
        "46346,b,2.00",
        "20112026,c,3.00",
        "2026-11-19 22:00 PST,d,4.00",
      ],
      [
        "Date: This is no date",
        "Date: This is no date",
        "Date: There is no such day",
        "Date: This is no date",
      ],
    ],
  ])("%s", (_case, rows, expected) => expect(brief(rows)).toEqual(expected));
});

describe("columns that were said in addition to the amount's", () => {
  const columns = {
    date: "When",
    amount: "Sum",
    text: "What",
    direction: "Way",
    state: "How far",
    currency: "Money",
  };
  const names = "When,Sum,What,Way,How far,Money";
  const rows = [
    names,
    "20/11/2026,5.00,a,Credit,Done,AUD",
    "20/11/2026,6.00,b,Withdrawal,Done,AUD",
    "20/11/2026,7.00,c,Neither,Done,AUD",
    "20/11/2026,8.00,d,Credit,Underway,AUD",
    "20/11/2026,9.00,e,Credit,Done,USD",
  ];
  const expected = [
    500,
    -600,
    "Way: nothing says whether it came in or went out",
    "How far: Underway isn't final",
    "This is in USD, the account in AUD",
  ];
  test("are read for sure, or their lines are refused", () => {
    expect(brief(rows, columns)).toEqual(expected);
  });

  test("count in a file whose other columns are known", () => {
    const known = [names.replace("When,Sum,What", "Date,Amount,Description"), ...rows.slice(1)];
    const { direction, state, currency } = columns;
    const said = { date: "Date", amount: "Amount", text: "Description", direction, state, currency };
    expect(brief(known, said)).toEqual(expected);
  });

  test("can be places", () => {
    const said = { date: "#1", amount: "#2", text: "#3", direction: "#4", state: "#5", currency: "#6" };
    expect(brief(rows.slice(1), said).slice(0, 2)).toEqual([500, -600]);
  });
});

describe("other formats", () => {
  const camt = (message: string, statement: string, ...states: readonly string[]): string[] => [
    `<?xml version="1.0"?><Document><${message}><${statement}>`,
    ...states.map(
      (state) =>
        `<Ntry><Amt Ccy="AUD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${state}</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`,
    ),
    `</${statement}></${message}></Document>`,
  ];
  const ofx = (amount: string, open = "<STMTTRN>"): string[] => [
    `<OFX><CURDEF>AUD<ACCTID>12345678<BANKTRANLIST>${open}<TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>${amount}</STMTTRN></BANKTRANLIST></OFX>`,
  ];
  const mt940 = (...fields: readonly string[]): string[] => [":20:S", ":25:12345678", ...fields, "-"];
  test.each<[string, string[], (string | number)[]]>([
    [
      "booked entries of a CAMT.052 report",
      camt("BkToCstmrAcctRpt", "Rpt", "<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>", "book"),
      [500, 500],
    ],
    [
      "a bank's own state in CAMT.053",
      camt("BkToCstmrStmt", "Stmt", "<Prtry>BOOKED</Prtry>", "<Prtry>PENDING</Prtry>"),
      ["Its state BOOKED isn't known", "Its state PENDING isn't known"],
    ],
    [
      "payments to be made",
      camt("CstmrCdtTrfInitn", "PmtInf"),
      ["all: These are payments to be made, and no statement: export CAMT.053"],
    ],
    [
      "OFX with a comma that can be either",
      ofx("1,500"),
      ["The amount's comma can be before thousands or cents"],
    ],
    ["OFX with a blank in its tag", ofx("5.00", "<STMTTRN >"), [500]],
    [
      "OFX of shares",
      ["<OFX><INVSTMTMSGSRSV1></INVSTMTMSGSRSV1></OFX>"],
      ["all: This OFX has no list of a bank account's lines"],
    ],
    [
      "MT940 that ends in another currency",
      mt940(":60F:C261119AUD0,00", ":61:2611201120C5,00NTRFA", ":62F:C261120USD5,00"),
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "MT942",
      mt940(":34F:AUD0,", ":61:2611201120C5,00NTRFA"),
      ["all: This is an intraday report (MT942) without balances: export MT940"],
    ],
  ])("%s", (_case, rows, expected) => expect(brief(rows)).toEqual(expected));
});
