import { describe, expect, test } from "vitest";
import { readStatement } from "./read-statement.ts";
import { BrokenStatement, type StatementSettings } from "./statement.ts";

const SETTINGS: StatementSettings = {
  account: { currency: "AUD", bsb: null, account_number: "12345678" },
  timeZone: "Australia/Sydney",
  today: "2026-11-26",
};

/** Amounts in and out, in hundredths, and the reasons why the other lines had none. */
function brief(content: string, more: Partial<StatementSettings> = {}): (string | number)[] {
  try {
    const { lines, refused } = readStatement(content, "auto", { ...SETTINGS, ...more });
    return [...lines.map(({ amount }) => Number(amount)), ...refused.map(({ reason }) => reason)];
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    return [`all: ${thrown.reason}`];
  }
}
const csv = (...rows: readonly string[]): string => `${rows.join("\n")}\n`;
const D = "20/11/2026";
const UNSURE = "Nothing says whether it came in or went out";
const CONTRARY = "The amount's sign and its type contradict each other";

describe("what a CSV file says beside its amounts", () => {
  test.each<[string, string, (string | number)[]]>([
    [
      "Dr and Cr in a column of their own",
      csv("Date,Narration,Amount,Dr/Cr", `${D},a,5.00,CR`, `${D},b,"3,000.00",DR`, `${D},c,1.00,`),
      [500, -300_000, "Dr/Cr: nothing says whether it came in or went out"],
    ],
    [
      "a direction in words",
      csv(
        "Date,Description,Amount,Direction",
        `${D},a,5.00,Incoming`,
        `${D},b,6.00,OUT`,
        `${D},c,7.00,Sideways`,
      ),
      [500, -600, "Direction: nothing says whether it came in or went out"],
    ],
    [
      "money in and out as types",
      csv("Date,Description,Type,Amount", `${D},a,Money In,5.00`, `${D},b,Money Out,6.00`),
      [500, -600],
    ],
    [
      "a minus beside a debit is one minus, and none may be left out then",
      csv("Date,Description,Amount,Type", `${D},a,-5.00,Debit`, `${D},b,6.00,Debit`, `${D},c,-7.00,Credit`),
      [-500, CONTRARY, CONTRARY],
    ],
    ["a plus on a debit", csv("Date,Description,Amount,Type", `${D},a,+5.00,Debit`), [CONTRARY]],
    [
      "types that only hint, without a minus anywhere",
      csv(
        "Date,Description,Amount,Type",
        `${D},a,5.00,Airtime`,
        `${D},b,6.00,Transfer`,
        `${D},c,7.00,Direct credit`,
      ),
      [700, UNSURE, "Type: nothing says whether “Transfer” is in or out"],
    ],
    [
      "an amount next to its debit and credit",
      csv(
        "Date,Description,Amount,Debit,Credit",
        `${D},a,5000.00,5000.00,`,
        `${D},b,7.00,0.00,7.00`,
        `${D},c,7.00,,6.00`,
        `${D},d,8.00,8.00,8.00`,
        `${D},e,9.00,,`,
      ),
      [
        -500000,
        700,
        "Its amounts contradict each other",
        "Its amounts contradict each other",
        "Nothing says whether it came in or went out",
      ],
    ],
    [
      "sums of one kind only, next to an amount",
      csv("Date,Description,Amount,Available Credit", `${D},a,-5.00,900.00`, `${D},b,6.00,906.00`),
      [-500, 600],
    ],
    [
      "a cheque that was paid in",
      csv("Date,Description,Amount,Type", `${D},a,5.00,Cheque deposit`, `${D},b,6.00,Direct credit`),
      [500, 600],
    ],
    [
      "one type that says nothing, without a minus anywhere",
      csv("Date,Description,Amount,Type", `${D},a,5.00,Transfer to account`),
      ["Type: nothing says whether “Transfer to account” is in or out"],
    ],
    [
      "an amount with its sign next to its debit",
      csv(
        "Date,Description,Amount,Debit,Credit",
        `${D},a,-5.00,5.00,`,
        `${D},b,6.00,,6.00`,
        `${D},c,-7.00,,7.00`,
      ),
      [-500, 600, "The amount's sign and its type contradict each other"],
    ],
    [
      "short types of Australian banks, without a minus anywhere",
      csv("Date,Description,Amount,Type", `${D},a,5.00,DEP`, `${D},b,6.00,WDL`, `${D},c,7.00,INT`),
      [500, UNSURE, "Type: nothing says whether “INT” is in or out"],
    ],
    [
      "letters for deposit and withdrawal",
      csv("Date,Description,Amount,Type", `${D},a,5.00,D`, `${D},b,6.00,W`),
      ["Type: nothing says whether “D” is in or out", "Type: nothing says whether “W” is in or out"],
    ],
    [
      "transfers to and from an account",
      csv(
        "Date,Description,Amount,Type",
        `${D},a,5.00,Transfer to account`,
        `${D},b,6.00,Transfer from account`,
      ),
      [
        "Type: nothing says whether “Transfer to account” is in or out",
        "Type: nothing says whether “Transfer from account” is in or out",
      ],
    ],
    [
      "the accounts at both ends",
      csv("Date,Description,Amount,From Account,To Account", `${D},a,5.00,12345678,87654321`),
      ["From Account: nothing says whether “12345678” is in or out"],
    ],
    [
      "lines of another account",
      csv("Account No,Date,Description,Amount", `12345678,${D},a,5.00`, `87654321,${D},b,6.00`),
      [500, "This is a line of another account"],
    ],
    [
      "an account by its customer's name for it",
      csv("Account,Date,Description,Amount", `Savings 2026,${D},a,5.00`, `Everyday xx5678,${D},b,6.00`),
      [500, 600],
    ],
    [
      "types that only hint, of signed amounts",
      csv(
        "Date,Description,Amount,Type",
        `${D},a,-5.00,CARD_PAYMENT`,
        `${D},b,6.00,CARD_REFUND`,
        `${D},c,7.00,TOPUP`,
      ),
      [-500, 600, 700],
    ],
    [
      "an export of a wallet with states and fees",
      csv(
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
        "TOPUP,Current,2026-11-20 10:00:00,2026-11-20 10:00:01,a,50.00,0.00,AUD,COMPLETED,50.00",
        "TRANSFER,Current,2026-11-20 11:00:00,,b,10.00,0.00,AUD,PENDING,",
        "TRANSFER,Current,2026-11-20 12:00:00,2026-11-20 12:00:00,c,-5.00,1.00,AUD,COMPLETED,44.00",
        "TOPUP,Current,2026-11-20 13:00:00,2026-11-20 13:00:00,d,7.00,0.00,EUR,COMPLETED,7.00",
      ),
      [
        5000,
        "State: PENDING isn't final",
        "Fee: it isn't clear whether the amount has it in",
        "This is in EUR, the account in AUD",
      ],
    ],
    [
      "a status that is none we know",
      csv("Date,Description,Amount,Status", `${D},a,5.00,Success`, `${D},b,6.00,Declined`, `${D},c,7.00,`),
      [500, "Status: Declined isn't final", "Status: nothing isn't final"],
    ],
    [
      "amounts of another currency alone",
      csv("Date,Description,Amount (USD)", `${D},a,5.00`),
      ["all: We don't know these columns"],
    ],
    ["amounts of ours beside", csv("Date,Description,Amount (USD),Amount (AUD)", `${D},a,5.00,7.50`), [750]],
    [
      "signs in the names",
      csv("Date,Description,Debit($),Credit($)", `${D},a,,7.50`, `${D},b,1.50,--`),
      [750, -150],
    ],
    [
      "two columns of one name",
      csv("Date,Description,Amount,Amount", `${D},a,5.00,7.50`),
      ["all: We don't know these columns"],
    ],
    [
      "a sign of no currency we know",
      csv("Date,Description,Amount", `${D},a,€5.00`, `${D},b,5.00 NZD`, `${D},c,A$5.00`),
      [500, "Amount: This is in EUR, the account in AUD", "Amount: This is in NZD, the account in AUD"],
    ],
  ])("%s", (_case, content, expected) => expect(brief(content)).toEqual(expected));

  test("a face value next to what was settled, with its charge", () => {
    const content = csv(
      "Date,Transaction Type,Transaction Status,Transaction Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Balance Before (NGN),Balance After (NGN),Charge (NGN),Narration",
      `${D},TRANSFER,SUCCESSFUL,500.00,510.00,0.00,1000.00,490.00,10.00,a`,
      `${D},PURCHASE,SUCCESSFUL,200.00,0.00,199.00,490.00,689.00,1.00,b`,
      `${D},LEVY,SUCCESSFUL,,50.00,0.00,689.00,639.00,0.00,c`,
    );
    const account = { currency: "NGN", bsb: null, account_number: "1234567890" };
    expect(brief(content, { account })).toEqual([-51_000, 19_900, -5000]);
  });

  test.each<[string, string, string]>([
    [
      "a zone in the column's name",
      csv("Date (UTC),Description,Amount", "2026-11-19 14:30:00,a,5.00"),
      "2026-11-20",
    ],
    ["a moment in UTC", csv("Date,Description,Amount", "2026-11-19T14:30:00Z,a,5.00"), "2026-11-20"],
    [
      "a moment with our offset",
      csv("Date,Description,Amount", "2026-11-20T00:30:00.000+11:00,a,5.00"),
      "2026-11-20",
    ],
    ["a time without a zone", csv("Date,Description,Amount", "2026-11-20 23:30,a,5.00"), "2026-11-20"],
    [
      "a time of the afternoon, in UTC",
      csv("Date,Description,Amount", "19/11/2026 2:30 PM UTC,a,5.00"),
      "2026-11-20",
    ],
    ["an ordinal", csv("Date,Description,Amount", '"20th November, 2026",a,5.00'), "2026-11-20"],
    ["year, name, day", csv("Date,Description,Amount", "2026-Nov-20,a,5.00"), "2026-11-20"],
  ])("days: %s", (_case, content, day) => {
    const { lines, refused } = readStatement(content, "auto", SETTINGS);
    expect([lines.map(({ bookedOn }) => bookedOn), refused]).toEqual([[day], []]);
  });
});

describe("how a CSV file is laid out", () => {
  test.each<[string, string, (string | number)[]]>([
    [
      "a mark of Excel above",
      csv("sep=;", "Date;Description;Amount", `${D};a, b;-1.234,50`, `${D};c;7`),
      [-123_450, 700],
    ],
    ["a bar between cells", csv("Date|Description|Amount", `${D}|a|5.00`), [500]],
    [
      "three decimals that can be thousands",
      csv("Date;Description;Amount", `${D};a;1.500`),
      ["Amount: The amount has more than two decimals"],
    ],
    [
      "the same beside a decimal comma",
      csv("Date;Description;Amount", `${D};a;1.500`, `${D};b;2,50`),
      [150_000, 250],
    ],
    ["four decimals that are zeros", csv("Date,Description,Amount", `${D},a,1.5000`), [150]],
    [
      "the names again",
      csv("Date,Description,Amount", `${D},a,5.00`, "Date,Description,Amount", `${D},b,6.00`),
      [500, 600],
    ],
    [
      "totals and words below",
      csv(
        "Date,Description,Debit,Credit",
        `${D},a,,5.00`,
        ",Total,1.00,5.00",
        "Totals:,,1.00,5.00",
        "End of report,,,",
        "*** no warranty",
      ),
      [500],
    ],
    [
      "a balance in the amount's column",
      csv(
        "Date,Description,Amount",
        `${D},Opening balance,1000.00`,
        `${D},a,5.00`,
        `${D},CLOSING BALANCE AS AT 20/11,1005.00`,
      ),
      [500, "This seems to be a balance", "This seems to be a balance"],
    ],
    [
      "a balance with an amount and without a day that can be",
      csv(
        "Date,Description,Amount",
        ",Opening balance,1000.00",
        "Balance brought forward,,1000.00",
        "B/F,,1000.00",
        "31/02/2026,CLOSING BALANCE,9999.00",
        "31/02/2026,TOTAL,50.00",
        `${D},a,5.00`,
      ),
      [500, ...Array<string>(5).fill("This seems to be a balance")],
    ],
    [
      "a balance without an amount, or of nothing",
      csv(
        "Date,Description,Debit,Credit,Balance",
        `${D},Opening balance,0.00,,1000.00`,
        ",Balance carried forward,,,1000.00",
        "Opening balance as at 20/11/2026,,,,1000.00",
        `${D},a,,5.00,1005.00`,
        "Closing balance,,0.00,,1005.00",
      ),
      [500],
    ],
    [
      "a file cut off within its last amount",
      `Date,Description,Amount\n${D},a,5.00\n${D},b,12345`,
      ["all: The file is cut off within its last amount"],
    ],
    [
      "a file cut off in its last line",
      csv("Date,Description,Amount", `${D},a,5.00`, "20/1"),
      [500, "The line is too short"],
    ],
    [
      "another currency above",
      csv("Account Name,Jo", "Currency,USD", "", "Date,Description,Amount", `${D},a,5.00`),
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "another account above",
      csv("Account number: 87654321", "Date,Description,Amount", `${D},a,5.00`),
      ["all: This is the statement of another account"],
    ],
    [
      "our account above, masked",
      csv("Account number: XXXX5678", "Date,Description,Amount", `${D},a,5.00`),
      [500],
    ],
    [
      "dates in both orders",
      csv("Date,Description,Amount", "11/20/2026,a,5.00", "20/11/2026,b,6.00", "05/11/2026,c,7.00"),
      [600, "Date: There is no such day", "Date: Day and month come in both orders in this file"],
    ],
    [
      "a day whose lines fit in no order",
      csv("Date,Description,Amount,Balance", `${D},a,1.00,101.00`, `${D},b,2.00,104.00`),
      ["all: The balance does not add up here"],
    ],
    [
      "a line that is missing between days in their own order",
      csv(
        "Date,Description,Amount,Balance",
        "21/11/2026,d,40.00,1101.00",
        `${D},a,10.00,1010.00`,
        `${D},b,20.00,1030.00`,
        "19/11/2026,z,5.00,1000.00",
      ),
      ["all: The balance does not add up here"],
    ],
  ])("%s", (_case, content, expected) => expect(brief(content)).toEqual(expected));

  const ABOVE = csv("Some bank", "", "When,How much,What", "05/04/2026,5.00,a");
  const columns = { date: "When", amount: "How much", text: "What" };
  test("names that were said are found below other lines", () => {
    expect(brief(ABOVE, { columns })).toEqual([500]);
    expect(brief(ABOVE.replace("What\n", "What,What\n"), { columns })).toEqual([
      "all: There are two columns What",
    ]);
    const currencies = csv("When,How much,What,Currency", `${D},5.00,a,AUD`, `${D},6.00,a,USD`);
    expect(brief(currencies, { columns })).toEqual([500, "This is in USD, the account in AUD"]);
  });

  test.each([
    ["month_first", "05/04/2026", "2026-05-04"],
    ["day_first", "05/04/2026", "2026-04-05"],
    ["day_first", "20/04/2026", "2026-04-20"],
    ["month_first", "04/20/2026", "2026-04-20"],
    ["day_first", "04/20/2026", "all: Here the month comes first, in this account's dates the day"],
    ["month_first", "20/04/2026", "all: Here the day comes first, in this account's dates the month"],
  ] as const)("known columns, %s: %s", (order, written, expected) => {
    const said = { columns: { ...columns, date_order: order } };
    const content = csv("Date,Description,Amount", `${written},a,5.00`);
    const day = () => readStatement(content, "auto", { ...SETTINGS, ...said }).lines[0]?.bookedOn;
    expect(expected.startsWith("all") ? brief(content, said)[0] : day()).toBe(expected);
  });
});

const ofx = (...lines: readonly string[]): string =>
  `<OFX><CURDEF>AUD<ACCTID>12345678<BANKTRANLIST>${lines.map((line) => `<STMTTRN>${line}</STMTTRN>`).join("\n")}</BANKTRANLIST></OFX>`;
const posted = (type: string, amount: string, more = ""): string =>
  `<TRNTYPE>${type}<DTPOSTED>20261120<TRNAMT>${amount}${more}`;

describe("OFX", () => {
  test.each<[string, string, (string | number)[]]>([
    [
      "other types beside debits without a minus",
      ofx(posted("DEBIT", "5.00"), posted("OTHER", "6.00"), posted("DEP", "7.00")),
      [-500, 700, UNSURE],
    ],
    ["a fee without a minus", ofx(posted("FEE", "5.00")), [UNSURE]],
    [
      "types that can be either, with their minus",
      ofx(posted("XFER", "-5.00"), posted("POS", "6.00")),
      [-500, 600],
    ],
    ["a credit below zero", ofx(posted("CREDIT", "-5.00")), [CONTRARY]],
    ["a hold", ofx(posted("HOLD", "5.00")), ["It isn't booked: its type is HOLD"]],
    [
      "a line that replaces another",
      ofx(posted("CREDIT", "5.00", "<CORRECTFITID>1<CORRECTACTION>REPLACE")),
      ["This corrects another line"],
    ],
    [
      "the currency it was paid in",
      ofx(posted("CREDIT", "5.00", "<ORIGCURRENCY><CURRATE>1.5<CURSYM>USD</ORIGCURRENCY>")),
      [500],
    ],
    ["its own currency", ofx(posted("CREDIT", "5.00", "<CURRENCY><CURRATE>1<CURSYM>AUD</CURRENCY>")), [500]],
    ["decimal commas", ofx(posted("CREDIT", "1.234,50"), posted("CREDIT", "8,95000")), [123_450, 895]],
    [
      "a line in a comment",
      ofx(posted("CREDIT", "5.00")).replace(
        "<BANKTRANLIST>",
        `$&<!-- <STMTTRN>${posted("CREDIT", "9.00")}</STMTTRN> -->`,
      ),
      [500],
    ],
    [
      "an account of other digits behind the mask",
      ofx(posted("CREDIT", "5.00")).replace("12345678", "XXXX9999"),
      ["all: This is the statement of another account"],
    ],
    ["an account masked in its middle", ofx(posted("CREDIT", "5.00")).replace("12345678", "12****78"), [500]],
  ])("%s", (_case, content, expected) => expect(brief(content)).toEqual(expected));

  test.each([
    ["20261119143000[0:GMT]", "2026-11-20"],
    ["20261119143000.000[-0.30:X]", "2026-11-20"],
    ["20261120003000[+11:AEDT]", "2026-11-20"],
    ["20261120000000[+12:NZST]", "2026-11-20"],
    ["20261120233000", "2026-11-20"],
    ["20/11/20", "This is no date"],
  ])("posted at %s", (written, expected) => {
    const { lines, refused } = readStatement(
      ofx(posted("CREDIT", "5.00").replace("20261120", written)),
      "auto",
      SETTINGS,
    );
    expect(lines[0]?.bookedOn ?? refused[0]?.reason).toBe(expected);
  });

  test("text that a bank forgot to escape is text", () => {
    const [line] = readStatement(
      ofx(posted("CREDIT", "5.00", "<MEMO>a < b & c <invoice 7>")),
      "auto",
      SETTINGS,
    ).lines;
    expect(line?.text).toBe("a < b & c <invoice 7>");
  });
});

const mt940 = (...fields: readonly string[]): string =>
  [":20:S", ":25:12345678", ":28C:1/1", ":60F:C261119AUD0,00", ...fields, "-"].join("\r\n");

describe("MT940", () => {
  test.each<[string, string, (string | number)[]]>([
    [
      "a credit and a debit taken back",
      mt940(":61:2611201120RC5,00NTRFA", ":61:2611201120RD6,00NTRFB", ":62F:C261120AUD1,00"),
      [-500, 600],
    ],
    [
      "what is only expected",
      mt940(":61:2611201120EC5,00NTRFA", ":62F:C261120AUD0,00"),
      ["It isn't booked: its mark is EC"],
    ],
    [
      "a point before the cents, and zeros behind",
      mt940(":61:2611201120C5.00NTRFA", ":61:2611201120D1,50000NTRFB", ":62F:C261120AUD 3,50"),
      [500, -150],
    ],
    [
      "an account of another currency",
      mt940(":62F:C261120AUD0,00").replace("12345678", "12345678USD"),
      ["all: This is in USD, the account in AUD"],
    ],
    [
      "an account that is another, with its currency",
      mt940(":62F:C261120AUD0,00").replace("12345678", "87654321AUD"),
      ["all: This is the statement of another account"],
    ],
  ])("%s", (_case, content, expected) => expect(brief(content)).toEqual(expected));
});

const entry = (
  body: string,
  head = '<Amt Ccy="AUD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>',
): string =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Ntry>${head}<BookgDt><Dt>2026-11-20</Dt></BookgDt>${body}</Ntry></Stmt></BkToCstmrStmt></Document>`;
const details = (...parts: readonly string[]): string =>
  `<NtryDtls>${parts.map((part) => `<TxDtls>${part}</TxDtls>`).join("")}</NtryDtls>`;
const instructed = (amount: string, currency = "AUD"): string =>
  `<AmtDtls><InstdAmt><Amt Ccy="${currency}">${amount}</Amt></InstdAmt></AmtDtls>`;

describe("CAMT.053", () => {
  test.each<[string, string, (string | number)[]]>([
    ["no mark of a direction", entry("", '<Amt Ccy="AUD">5.00</Amt><Sts>BOOK</Sts>'), [UNSURE]],
    ["an amount with a minus", entry("", '<Amt Ccy="AUD">-5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'), [UNSURE]],
    [
      "a reversal of a credit",
      entry("", '<Amt Ccy="AUD">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>'),
      [-500],
    ],
    ...["<Cd>PDNG</Cd>", "INFO", "<Cd>FUTR</Cd>", "<Cd>pdng</Cd>"].map(
      (status): [string, string, number[]] => [
        `not booked: ${status}`,
        entry("", `<Amt Ccy="AUD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts>`),
        [],
      ],
    ),
    [
      "payments of a batch in and out",
      entry(details(`${instructed("7.00")}`, `${instructed("2.00")}<CdtDbtInd>DBIT</CdtDbtInd>`)),
      [700, -200],
    ],
    [
      "payments of a batch in another currency",
      entry(details(instructed("3.00", "USD"), instructed("2.00", "USD"))),
      [500],
    ],
  ])("%s", (_case, content, expected) => expect(brief(content)).toEqual(expected));

  test("a day with a zone is that day", () => {
    const [line] = readStatement(
      entry("").replace("2026-11-20<", "2026-11-20+11:00<"),
      "auto",
      SETTINGS,
    ).lines;
    expect(line?.bookedOn).toBe("2026-11-20");
  });

  test("a structured message, one in CDATA, and a document's number are the text", () => {
    const said =
      "<RmtInf><Strd><RfrdDocInf><Nb>INV-1</Nb></RfrdDocInf><AddtlRmtInf>one</AddtlRmtInf><AddtlRmtInf><![CDATA[two & three]]></AddtlRmtInf></Strd></RmtInf>";
    const [line] = readStatement(entry(details(said)), "auto", SETTINGS).lines;
    expect(line?.text).toBe("INV-1 one two & three");
  });
});
