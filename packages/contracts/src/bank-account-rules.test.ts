import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BANK_ACCOUNT_FIELDS,
  bankAccountProblem,
  cleanBankAccount,
  isNuban,
  nubanCheckDigit,
  NIGERIAN_BANKS,
  type BankAccountField,
  type BankAccountValues,
} from "./bank-account-rules.ts";

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

describe("NUBAN check digits", () => {
  test.each([
    // The central bank's own worked example: 9 for First Bank's serial number 1457.
    { bank: "011", serial: "000001457", digit: 9, says: "the guideline's example" },
    { bank: "058", serial: "000000000", digit: 1, says: "nothing but the bank" },
    { bank: "033", serial: "999999999", digit: 9, says: "all nines" },
    { bank: "044", serial: "069000000", digit: 1, says: "a sum that ends in nine" },
    { bank: "070", serial: "000000003", digit: 2, says: "a serial of one digit" },
    { bank: "000", serial: "000000000", digit: 0, says: "a sum of zero: ten counts as zero" },
  ])("$bank $serial: $digit ($says)", ({ bank, serial, digit }) => {
    expect(nubanCheckDigit(bank, serial)).toBe(digit);
    expect(isNuban(bank, `${serial}${digit}`)).toBe(true);
    expect(isNuban(bank, `${serial}${(digit + 1) % 10}`)).toBe(false);
  });

  test.each([
    ["11", "000001457"],
    ["0111", "000001457"],
    ["011", "00001457"],
    ["011", "0000014579"],
    ["０１１", "000001457"],
    ["011", "00000145x"],
  ])("%s %s: no digit, these are not three and nine digits", (bank, serial) => {
    expect(nubanCheckDigit(bank, serial)).toBeUndefined();
  });

  test("any one wrong digit of a number is noticed", () => {
    const digits = fc.stringMatching(/^[0-9]{9}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(NIGERIAN_BANKS)),
        digits,
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (bank, serial, place, off) => {
          const number = `${serial}${nubanCheckDigit(bank, serial)}`;
          const wrong = (number.charCodeAt(place) - 0x30 + off) % 10;
          const changed = number.slice(0, place) + String(wrong) + number.slice(place + 1);
          expect(isNuban(bank, number)).toBe(true);
          expect(isNuban(bank, changed)).toBe(false);
        },
      ),
    );
  });

  test("every bank of the list has three digits", () => {
    for (const code of Object.keys(NIGERIAN_BANKS)) expect(code).toMatch(/^[0-9]{3}$/);
    expect(NIGERIAN_BANKS["011"]).toBe("First Bank of Nigeria");
  });
});

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
      "an unknown bank is told at the bank alone",
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
