import { describe, expect, test } from "vitest";
import { readStatement } from "./read-statement.ts";
import { BrokenStatement, type StatementSettings } from "./statement.ts";

const SETTINGS: StatementSettings = {
  account: { currency: "AUD", bsb: "062-000", account_number: "12345678" },
  timeZone: "Australia/Sydney",
  today: "2027-01-26",
};
const read = (content: string) => readStatement(content, "auto", SETTINGS);
const brief = (content: string): string[] =>
  read(content).lines.map(
    ({ bookedOn, amount, text, payer }) => `${bookedOn} ${amount} ${text} | ${payer === "" ? "-" : payer}`,
  );
const broken = (content: string): string => {
  try {
    read(content);
  } catch (thrown) {
    if (thrown instanceof BrokenStatement) return `${thrown.line}: ${thrown.reason}`;
    throw thrown;
  }
  return "read";
};

const entry = (amount: string, mark = "CRDT", more = "") => `
<Ntry><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-22</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Jo Smith</Nm></Dbtr></RltdPties><RmtInf><Ustrd>7KQ4-M2XB-</Ustrd><Ustrd>9PTR</Ustrd></RmtInf></TxDtls></NtryDtls>${more}</Ntry>`;
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
const camt = (body: string, head = "", account = "06200012345678", currency = "AUD") =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${body}</Stmt></BkToCstmrStmt></Document>`;

describe("CAMT.053", () => {
  test("entries in and out, with payer and text", () => {
    const file = camt(
      balance("OPBD", "10.00") + entry("5.50") + entry("2.00", "DBIT") + balance("CLBD", "13.50"),
    );
    expect(brief(file)).toEqual([
      "2026-11-22 550 7KQ4-M2XB- 9PTR | Jo Smith",
      "2026-11-22 -200 7KQ4-M2XB- 9PTR | -",
    ]);
  });

  test("names with a prefix, a party in the newer form, letters of other alphabets and entities", () => {
    const file = camt(entry("1.00").replace("<Nm>Jo Smith</Nm>", "<Pty><Nm>Zoë &amp; Bjørn</Nm></Pty>"))
      .replaceAll(/<(\/?)(?=[A-Z])/g, "<$1ns2:")
      .replace("xmlns=", "xmlns:ns2=");
    expect(brief(file)).toEqual(["2026-11-22 100 7KQ4-M2XB- 9PTR | Zoë & Bjørn"]);
  });

  test("an entry of several payments is a line for each, where they add up", () => {
    const part = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="AUD">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const batch = (parts: string) =>
      camt(
        `<Ntry><Amt Ccy="AUD">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-22T10:00:00</DtTm></BookgDt><NtryDtls>${parts}</NtryDtls></Ntry>`,
      );
    expect(brief(batch(part("1.00", "a") + part("2.00", "b")))).toEqual([
      "2026-11-22 100 a | -",
      "2026-11-22 200 b | -",
    ]);
    expect(brief(batch(part("1.00", "a") + part("1.00", "b")))).toEqual(["2026-11-22 300 a b | -"]);
  });

  test("what is pending is left out", () => {
    expect(brief(camt(entry("1.00").replace("BOOK", "PDNG")))).toEqual([]);
  });

  test("an amount with three decimals is refused alone, with its line", () => {
    const { lines, refused } = read(camt(entry("1.005") + entry("2.00")));
    expect(lines).toHaveLength(1);
    expect(refused).toEqual([{ line: 4, reason: "The amount has more than two decimals" }]);
  });

  const WHOLE = camt(entry("5.50"));
  test.each([
    ["cut off", WHOLE.slice(0, -40), /^\d+: The file is cut off, or is not XML$/],
    ["a document type", camt("", '<!DOCTYPE x [<!ENTITY a "aaaa">]>'), /^1: The file has a document type/],
    ["an entity of its own", camt(entry("5.50").replace("Jo", "&jo;")), /is not XML$/],
    [
      "another account",
      camt(entry("5.50"), "", "06200087654321"),
      /^3: This is the statement of another account$/,
    ],
    [
      "another currency",
      camt(entry("5.50"), "", "06200012345678", "NZD"),
      /^3: This is in NZD, the account in AUD$/,
    ],
    [
      "balances that do not add up",
      camt(balance("OPBD", "10.00") + entry("5.50") + balance("CLBD", "15.49")),
      /^5: The balance does not add up here$/,
    ],
    [
      "a notification",
      WHOLE.replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn"),
      /^2: This is a notification of payments \(CAMT\.054\), which are in the statement as well: export CAMT\.053$/,
    ],
    ["another document", "<?xml version='1.0'?><html></html>", /^1: This is no CAMT.053$/],
    ["nesting without end", `<?xml version="1.0"?><Document>${"<a>".repeat(100)}`, /nested too deeply$/],
  ])("%s is refused as a whole", (_case, content, reason) => expect(broken(content)).toMatch(reason));
});

const mt940 = (...movements: readonly string[]) =>
  [
    ":20:STARTUMS",
    ":25:062000/12345678",
    ":28C:1/1",
    ":60F:C261121AUD10,00",
    ...movements,
    ":62F:C261122AUD15,50",
    "-",
  ].join("\r\n");

describe("MT940", () => {
  test("movements in and out, with texts over several lines", () => {
    const file = mt940(
      ":61:2611221122C7,50NTRFNONREF//B4E",
      ":86:OSKO JO SMITH 7KQ4-M2XB",
      "-9PTR",
      ":61:261122D2,NCHGFEE",
    );
    expect(brief(file)).toEqual([
      "2026-11-22 750 OSKO JO SMITH 7KQ4-M2XB -9PTR | -",
      "2026-11-22 -200 FEE | -",
    ]);
  });

  test.each([
    ["numbered parts", ":86:166?00SEPA?20REF 7KQ4?21M2XB9PTR?32JO?33 SMITH", "REF 7KQ4M2XB9PTR | JO SMITH"],
    ["named parts", ":86:/NAME/Jo Smith/REMI/7KQ4-M2XB-9PTR/EREF/1", "7KQ4-M2XB-9PTR | Jo Smith"],
  ])("a text in %s", (_case, words, expected) => {
    expect(brief(mt940(":61:2611221122CR5,50NTRFNONREF", words))).toEqual([`2026-11-22 550 ${expected}`]);
  });

  test("a credit that is taken back went out; the day can be of another year than the value date's", () => {
    const file = mt940(":61:2612310101C10,00NTRFX", ":61:261122RC4,50NTRFY");
    expect(brief(file)).toEqual(["2027-01-01 1000 X | -", "2026-11-22 -450 Y | -"]);
  });

  test("the envelope of SWIFT is no part of it", () => {
    const file = `{1:F01BANKAU2SXXXX0000000000}{2:O940}{4:\r\n${mt940(":61:261122C5,50NTRFX")}}`;
    expect(brief(file)).toEqual(["2026-11-22 550 X | -"]);
  });

  test("a movement that cannot be read is refused alone", () => {
    const { lines, refused } = read(mt940(":61:261122C5,505NTRFX", ":61:261122C5,50NTRFX", ":61:nothing"));
    expect(lines).toHaveLength(1);
    expect(refused.map(({ line }) => line)).toEqual([5, 7]);
  });

  const WHOLE = mt940(":61:261122C5,50NTRFX");
  test.each([
    ["cut off", WHOLE.slice(0, WHOLE.indexOf(":62F:")), "5: The file ends before the closing balance"],
    ["another account", WHOLE.replace("12345678", "87654321"), "2: This is the statement of another account"],
    ["another currency", WHOLE.replaceAll("AUD", "NZD"), "4: This is in NZD, the account in AUD"],
    ["balances that do not add up", WHOLE.replace("15,50", "15,51"), "6: The balance does not add up here"],
  ])("%s is refused as a whole", (_case, content, reason) => expect(broken(content)).toBe(reason));
});

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD
<BANKACCTFROM><BANKID>062000<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261122120000[+11:AEDT]<TRNAMT>5.50<FITID>1<NAME>JO SMITH<MEMO>7KQ4-M2XB-9PTR &amp; more</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261122<TRNAMT>-2.00<FITID>2<MEMO>FEE</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD</CURDEF><BANKACCTFROM><BANKID>062000</BANKID><ACCTID>12345678</ACCTID></BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><DTPOSTED>20261122</DTPOSTED><TRNAMT>5,50</TRNAMT><NAME>JO SMITH</NAME><MEMO>7KQ4-M2XB-9PTR &amp; more</MEMO></STMTTRN>
<STMTTRN><DTPOSTED>20261122</DTPOSTED><TRNAMT>-2.00</TRNAMT><NAME>FEE</NAME></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe("OFX", () => {
  test.each([
    ["SGML", SGML],
    ["XML", XML],
  ])("%s", (_kind, file) => {
    expect(brief(file)).toEqual([
      "2026-11-22 550 7KQ4-M2XB-9PTR & more | JO SMITH",
      "2026-11-22 -200 FEE | -",
    ]);
  });

  test("a line that cannot be read is refused alone", () => {
    const { lines, refused } = read(SGML.replace("5.50", "5.505"));
    expect(lines).toHaveLength(1);
    expect(refused).toEqual([{ line: 8, reason: "The amount has more than two decimals" }]);
  });

  test.each([
    ["cut off", SGML.slice(0, SGML.indexOf("</BANKTRANLIST>")), /^9: The file is cut off/],
    [
      "cut off within a line",
      SGML.replace("</STMTTRN>\n<STMTTRN>", "\n<STMTTRN>"),
      /^9: The line before has no end$/,
    ],
    [
      "another account",
      SGML.replace("12345678", "87654321"),
      /^6: This is the statement of another account$/,
    ],
    ["another currency", XML.replace("AUD", "NZD"), /^3: This is in NZD, the account in AUD$/],
    [
      "a document type",
      XML.replace("<OFX>", '<!DOCTYPE x [<!ENTITY a "a">]><OFX>'),
      /^3: The file has a document type/,
    ],
  ])("%s is refused as a whole", (_case, content, reason) => expect(broken(content)).toMatch(reason));
});

test("beginnings of comments that never end are text", () => {
  expect(() => read(`OFXHEADER:100\n<OFX>${"<!--".repeat(250_000)}`)).toThrow(BrokenStatement);
});
