import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAba } from "../testing/check-aba.ts";
import { payoutFormat } from "./payout-files.ts";
import type { PayoutBatch, PayoutLine } from "./payout-format.ts";

const LINE: PayoutLine = {
  reference: "ABCD-EFGH-JKLM",
  amount: 123_456n,
  account_name: "Mary Wattle",
  bank_name: "Bank of Example",
  bsb: "062-000",
  bank_code: null,
  account_number: "12345678",
};

const batch = (...lines: Partial<PayoutLine>[]): PayoutBatch => ({
  from: { account_name: "Wattle Client Money", bsb: "000-111", account_number: "987654" },
  settings: {
    bank_abbreviation: "CBA",
    user_number: "301500",
    trace_bsb: null,
    trace_account_number: null,
    remitter: "Wattle",
  },
  date: "2026-11-22",
  lines: lines.map((line) => ({ ...LINE, ...line })),
});

function written(code: string, payouts: PayoutBatch): string {
  const format = payoutFormat(code);
  if (format === undefined) throw new Error(`${code} has no payout file`);
  return format.write(payouts);
}

describe("a Direct Entry file", () => {
  test("is what the layout says, character by character", () => {
    expect(written("AUD", batch({}))).toBe(
      [
        "0                 01CBA       Wattle Client Money       301500WITHDRAWALS 221126                                        ",
        "1062-000 12345678 500000123456Mary Wattle                     ABCD-EFGH-JKLM    000-111   987654Wattle          00000000",
        "7999-999            000012345600001234560000000000                        000001                                        ",
        "",
      ].join("\r\n"),
    );
  });

  test("passes a check of every field and total", () => {
    const { problems, head, payments, foot } = checkAba(
      written(
        "AUD",
        batch({}, { amount: 1n, account_number: "1234", bsb: "000-111" }, { amount: 9_999_875n }),
      ),
    );
    expect(problems).toEqual([]);
    expect(head).toMatchObject({ "financial institution": "CBA", "user number": "301500", date: "221126" });
    expect(payments).toHaveLength(3);
    expect(payments[1]).toMatchObject({ "account number": "1234", amount: "0000000001" });
    expect(foot).toMatchObject({
      "credit total": "0010123332",
      "debit total": "0000000000",
      count: "000003",
    });
  });

  test.each([
    ["accents are left out", "Zoë Ångström", "Zoe Angstrom"],
    ["more than one mark", "Zoë Müller-Şahin", "Zoe Muller-Sahin"],
    ["a letter with a stroke", "Łukasz Żak", "Lukasz Zak"],
    ["a letter with a slash", "Jens Øvergård", "Jens Overgard"],
    ["a letter with a bar", "Đorđe Petrović", "Dorde Petrovic"],
    ["a sharp s", "Anna Weiß", "Anna Weiss"],
    ["a curved apostrophe", "Siobhán O’Neill", "Siobhan O'Neill"],
    ["an apostrophe of another shape", "Oʻahu O´Neill Oʼneill", "O'ahu O'Neill O'neill"],
    ["two letters in one", "Ægir Þór Œuvre", "AEgir Thor OEuvre"],
    ["hooked letters", "Ɓala Ƙasim Ɗanƴaro", "Bala Kasim Danyaro"],
    ["a letter without its dot", "Işıl Əliyev", "Isil Eliyev"],
    ["macrons", "Ngāti Pōneke", "Ngati Poneke"],
    ["letters on letters", "Nguyễn Thị Đông", "Nguyen Thi Dong"],
    ["full-width letters", "Ｍａｒｙ", "Mary"],
    ["dashes", "Anne–Marie Smith‑Jones", "Anne-Marie Smith-Jones"],
    ["other scripts become nothing", "Mary 王", "Mary"],
    ["a line break becomes a space", "Mary\r\nWattle", "Mary Wattle"],
    ["a long name is cut", "Maximiliana Alexandra Wattle-Featherstone", "Maximiliana Alexandra Wattle-Fea"],
  ])("%s: %j", (_says, account_name, title) => {
    const { problems, payments } = checkAba(written("AUD", batch({ account_name })));
    expect(problems).toEqual([]);
    expect(payments[0]?.["account title"]).toBe(title);
  });

  test.each(["王小明", "–", "Иван", "王-小"])(
    "a name of which nothing is left is never a blank: %s",
    (account_name) => {
      for (const code of ["AUD", "NGN", "NZD"])
        expect(() => written(code, batch({ account_name }))).toThrow(RangeError);
    },
  );

  test("takes the account that payments come back to where there is one", () => {
    const payouts = batch({});
    const settings = { ...payouts.settings, trace_bsb: "083-004", trace_account_number: "555444333" };
    const { problems, payments } = checkAba(written("AUD", { ...payouts, settings }));
    expect(problems).toEqual([]);
    expect(payments[0]).toMatchObject({ "trace BSB": "083-004", "trace account": "555444333" });
  });

  test.each([
    ["an amount of eleven digits", { amount: 10_000_000_000n }],
    ["an account number of ten digits", { account_number: "1234567890" }],
    ["a BSB without its dash", { bsb: "062000123" }],
  ])("with %s is not written", (_what, line) => {
    expect(() => written("AUD", batch(line))).toThrow(RangeError);
  });

  test("is right for whatever names and amounts customers have", () => {
    const line = fc.record({
      reference: fc.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      amount: fc.bigInt({ min: 1n, max: 99_999_999n }),
      account_name: fc
        .tuple(fc.constantFrom("A", "b", "7"), fc.string({ unit: "binary" }))
        .map((parts) => parts.join("")),
      bsb: fc.stringMatching(/^[0-9]{3}-[0-9]{3}$/),
      account_number: fc.stringMatching(/^[0-9]{4,9}$/),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const { problems, payments } = checkAba(written("AUD", batch(...lines)));
        expect(problems).toEqual([]);
        expect(payments.map((payment) => payment["lodgement reference"])).toEqual(
          lines.map(({ reference }) => reference),
        );
      }),
    );
  });

  test.each([
    [
      "a total that is a cent off",
      (file: string) => file.replace("7999-999            0000123456", "7999-999            0000123457"),
    ],
    ["a record that lacks a character", (file: string) => file.replace("Mary Wattle ", "Mary Wattle")],
    ["lines that end with LF", (file: string) => file.replaceAll("\r\n", "\n")],
    ["a missing payment", (file: string) => file.split("\r\n").toSpliced(1, 1).join("\r\n")],
  ])("the check finds %s", (_what, break_) => {
    expect(checkAba(break_(written("AUD", batch({})))).problems).not.toEqual([]);
  });
});

describe("a table of payments", () => {
  test("for Nigeria", () => {
    expect(written("NGN", batch({ bsb: null, bank_code: "011", account_number: "0123456789" }))).toBe(
      "Account name,Bank,Bank code,Account number,Amount,Reference\r\nMary Wattle,Bank of Example,011,0123456789,1234.56,ABCD-EFGH-JKLM\r\n",
    );
  });

  test.each(["NGN", "NZD"])("has names in the letters of ASCII: %s", (code) => {
    expect(written(code, batch({ account_name: "Łukasz Ɗanƴaro O’Neill" }))).toContain(
      "Lukasz Danyaro O'Neill",
    );
  });

  test("for New Zealand, where no name is run as a formula", () => {
    const account_name = '=HYPERLINK("http://x","y")';
    expect(written("NZD", batch({ account_name, account_number: "01-0902-0068389-000", amount: 5n }))).toBe(
      `Account number,Account name,Amount,Reference\r\n01-0902-0068389-000,"'=HYPERLINK(""http://x"",""y"")",0.05,ABCD-EFGH-JKLM\r\n`,
    );
  });
});
