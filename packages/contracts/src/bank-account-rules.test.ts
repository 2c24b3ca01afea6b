import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountLine,
  accountNumbers,
  BANK_ACCOUNT_FIELDS,
  bankAccountProblem,
  bankText,
  cleanBankAccount,
  tidyBankField,
  type BankAccountField,
  type BankAccountValues,
} from "./bank-account-rules.ts";
import { BANK_FORMATS } from "./bank-formats/formats.ts";

const AUSTRALIAN = {
  currency: "AUD",
  account_name: "Wattle Customer",
  bank_name: "Bank of Example",
  bsb: "000-111",
  account_number: "87654321",
};
const NIGERIAN = {
  currency: "NGN",
  account_name: "Naira Customer",
  bank_code: "011",
  account_number: "0000014579",
};

describe("the fields of a bank account", () => {
  const long = "n".repeat(71);
  test.each<[string, BankAccountValues, BankAccountField, string | undefined]>([
    ["an Australian account", AUSTRALIAN, "account_number", undefined],
    ["a Nigerian account", NIGERIAN, "account_number", undefined],
    ["a Nigerian account without the bank's name", NIGERIAN, "bank_name", undefined],
    ["no currency", { ...AUSTRALIAN, currency: undefined }, "currency", "Choose a currency"],
    ["a crypto currency", { ...AUSTRALIAN, currency: "BTC" }, "currency", "We don't offer this currency."],
    [
      "an inherited name",
      { ...AUSTRALIAN, currency: "constructor" },
      "currency",
      "We don't offer this currency.",
    ],
    [
      "no account name",
      { ...AUSTRALIAN, account_name: "  " },
      "account_name",
      "Account name is a required field",
    ],
    [
      "a long account name",
      { ...AUSTRALIAN, account_name: long },
      "account_name",
      "Account name is not valid.",
    ],
    ["70 characters", { ...AUSTRALIAN, account_name: long.slice(1) }, "account_name", undefined],
    [
      "a line break in a name",
      { ...AUSTRALIAN, account_name: "A\nB" },
      "account_name",
      "Account name is not valid.",
    ],
    ["NUL in a name", { ...AUSTRALIAN, bank_name: "A\0B" }, "bank_name", "Bank name is not valid."],
    ["a number for a name", { ...AUSTRALIAN, bank_name: 7 }, "bank_name", "Bank name is not valid."],
    ["no bank name", { ...AUSTRALIAN, bank_name: null }, "bank_name", "Bank name is a required field"],
    ["no BSB", { ...AUSTRALIAN, bsb: "" }, "bsb", "BSB is a required field"],
    ["a BSB without its dash", { ...AUSTRALIAN, bsb: "000111" }, "bsb", "Enter the BSB as 000-111"],
    ["a BSB too long", { ...AUSTRALIAN, bsb: "000-1111" }, "bsb", "Enter the BSB as 000-111"],
    ["a BSB of wide digits", { ...AUSTRALIAN, bsb: "０００-111" }, "bsb", "Enter the BSB as 000-111"],
    ["a BSB with a line after it", { ...AUSTRALIAN, bsb: "000-111\n" }, "bsb", "Enter the BSB as 000-111"],
    ["3 digits", { ...AUSTRALIAN, account_number: "123" }, "account_number", "Enter 4 to 9 digits"],
    ["4 digits", { ...AUSTRALIAN, account_number: "1234" }, "account_number", undefined],
    ["9 digits", { ...AUSTRALIAN, account_number: "123456789" }, "account_number", undefined],
    ["10 digits", { ...AUSTRALIAN, account_number: "1234567890" }, "account_number", "Enter 4 to 9 digits"],
    ["a letter", { ...AUSTRALIAN, account_number: "12a4" }, "account_number", "Enter 4 to 9 digits"],
    [
      "a JSON number",
      { ...AUSTRALIAN, account_number: 12345 },
      "account_number",
      "Account number is not valid.",
    ],
    ["none", { ...AUSTRALIAN, account_number: "" }, "account_number", "Account number is a required field"],
    ["no Nigerian bank", { ...NIGERIAN, bank_code: undefined }, "bank_code", "Choose a bank"],
    ["an unknown bank", { ...NIGERIAN, bank_code: "012" }, "bank_code", "Choose a bank"],
    [
      "9 digits in Nigeria",
      { ...NIGERIAN, account_number: "000001457" },
      "account_number",
      "Enter 10 digits",
    ],
    [
      "a wrong check digit",
      { ...NIGERIAN, account_number: "0000014578" },
      "account_number",
      "Not a valid number for this bank",
    ],
    [
      "another bank's number",
      { ...NIGERIAN, bank_code: "058" },
      "account_number",
      "Not a valid number for this bank",
    ],
    [
      "an unknown bank is reported at the bank alone",
      { ...NIGERIAN, bank_code: "x" },
      "account_number",
      undefined,
    ],
    ["a BSB in Nigeria does not matter", { ...NIGERIAN, bsb: "nonsense" }, "bsb", undefined],
    ["a bank code in Australia does not matter", { ...AUSTRALIAN, bank_code: "x" }, "bank_code", undefined],
  ])("%s", (_says, values, field, message) => {
    expect(bankAccountProblem(field, values)).toBe(message);
  });

  test("is stored with what its country uses, names trimmed", () => {
    expect(cleanBankAccount({ ...AUSTRALIAN, account_name: " Wattle Customer ", bank_code: "011" })).toEqual({
      ...AUSTRALIAN,
      country: "AU",
      bank_code: null,
    });
    expect(cleanBankAccount({ ...NIGERIAN, bsb: "000-111" })).toEqual({
      ...NIGERIAN,
      country: "NG",
      bank_name: "First Bank of Nigeria",
      bsb: null,
    });
    expect(cleanBankAccount({ ...NIGERIAN, bank_name: "First Bank" })?.bank_name).toBe("First Bank");
    expect(cleanBankAccount({ ...AUSTRALIAN, bsb: "1" })).toBeUndefined();
  });

  test("no input whatever makes a rule throw, and clean accounts are those without a problem", () => {
    const value = fc.oneof(fc.string(), fc.constant("AUD"), fc.constant("NGN"), fc.anything());
    fc.assert(
      fc.property(fc.record(Object.fromEntries(BANK_ACCOUNT_FIELDS.map((f) => [f, value]))), (values) => {
        const fine = BANK_ACCOUNT_FIELDS.every((field) => bankAccountProblem(field, values) === undefined);
        expect(cleanBankAccount(values) !== undefined).toBe(fine);
      }),
    );
  });
});

describe("what a field makes of a typed text", () => {
  test.each([
    ["bsb", "000111", "000-111"],
    ["bsb", "000 111", "000-111"],
    ["bsb", " 000-111 ", "000-111"],
    ["bsb", "00011", "00011"],
    ["bsb", "0001112", "0001112"],
    ["account_number", "1234 5678", "12345678"],
    ["account_number", "12-34", "1234"],
    ["account_number", "12a4", "12a4"],
    ["account_name", "  Wattle Customer ", "Wattle Customer"],
  ] as const)("%s %j becomes %j", (field, typed, tidied) => {
    expect(tidyBankField("AUD", field, typed)).toBe(tidied);
  });

  test.each(Object.keys(BANK_FORMATS))("%s: tidied twice is tidied once", (currency) => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 -]{0,20}$/));
    fc.assert(
      fc.property(fc.constantFrom(...BANK_ACCOUNT_FIELDS), typed, (field, text) => {
        const once = tidyBankField(currency, field, text);
        expect(tidyBankField(currency, field, once)).toBe(once);
      }),
    );
  });
});

describe("an account in words", () => {
  test.each([
    ["Australia", AUSTRALIAN, "Bank of Example", "BSB 000-111, account 87654321"],
    ["Nigeria", NIGERIAN, "First Bank of Nigeria", "Account 0000014579"],
    ["a bank by another name", { ...NIGERIAN, bank_name: "FBN" }, "FBN (First Bank of Nigeria)", undefined],
    [
      "New Zealand",
      { ...AUSTRALIAN, currency: "NZD", account_number: "01-0902-0068389-00" },
      "Bank of Example",
      "Account 01-0902-0068389-000",
    ],
  ])("%s", (_where, values, bank, numbers) => {
    const account = cleanBankAccount(values);
    if (account === undefined) throw new Error("the account breaks a rule");
    expect(bankText(account)).toBe(bank);
    if (numbers !== undefined) expect(accountNumbers(account)).toBe(numbers);
    expect(accountLine(account)).toBe(`${account.bank_name} …${account.account_number.slice(-4)}`);
  });

  test("of a currency whose format is gone", () => {
    const account = { currency: "FJD", bank_name: "Bank", bsb: null, bank_code: "1", account_number: "2" };
    expect([bankText(account), accountNumbers(account)]).toEqual(["Bank", "Account 2"]);
  });
});
