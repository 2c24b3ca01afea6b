import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankAccountProblem, cleanBankAccount, tidyBankField } from "../bank-account-rules.ts";
import { isNewZealandNumber } from "./new-zealand.ts";

const ACCOUNT = { currency: "NZD", account_name: "Kiwi Customer", bank_name: "Bank of Example" };

describe("check digits of New Zealand account numbers", () => {
  test.each([
    // The three worked examples of the specification.
    ["A: branch and account", "01-0902-0068389-00", true],
    ["D: the account alone", "08-6523-1954512-001", true],
    ["G: sums of digits, with the suffix", "26-2600-0320871-032", true],
    ["A: another bank", "12-3140-0171323-50", true],
    ["A: a bank without retail branches", "04-2021-0095861-15", true],
    ["B: from 0990000 on, without the branch", "01-0902-0998907-00", true],
    ["E: sums of digits, with the suffix", "09-0000-0007471-002", true],
    ["F: modulus 10", "25-2500-2608486-001", true],
    ["F: the other bank", "33-6700-2608486-001", true],
    ["G: another bank", "28-2149-0320871-032", true],
    ["X: every number", "31-2800-1234567-000", true],
    ["a suffix of three digits", "01-0902-0068389-000", true],
    ["A: one digit off", "01-0902-0068390-00", false],
    ["A: the branch one off", "01-0903-0068389-00", false],
    ["B: one digit off", "01-0902-0998908-00", false],
    ["D: one digit off", "08-6523-1954513-001", false],
    ["E: the suffix one off", "09-0000-0007471-003", false],
    ["F: one digit off", "25-2500-2608586-001", false],
    ["G: one digit off", "26-2600-0320870-032", false],
    ["G: the suffix one off", "26-2600-0320871-033", false],
    ["no such bank", "07-0902-0068389-00", false],
    ["a name that every object has", "constructor", false],
    ["a branch of another bank", "08-0902-1954512-001", false],
    ["X: a branch of another bank", "31-2850-1234567-000", false],
    ["the last branch of a range", "26-2699-0320871-032", true],
    ["the branch before a range", "26-2599-0320871-032", false],
    ["the branch after a range", "26-2700-0320871-032", false],
    ["without dashes", "010902006838900", false],
    ["a base of eight digits", "01-0902-00068389-00", false],
    ["a suffix of one digit", "01-0902-0068389-0", false],
    ["wide digits", "０1-0902-0068389-00", false],
    ["a line after it", "01-0902-0068389-00\n", false],
  ])("%s: %s is %s", (_says, number, valid) => {
    expect(isNewZealandNumber(number)).toBe(valid);
  });

  test("any one wrong digit of an account is noticed", () => {
    const six = fc.stringMatching(/^[0-9]{6}$/);
    fc.assert(
      fc.property(
        fc.constantFrom("08-6523", "25-2500", "33-6799"),
        six,
        fc.nat({ max: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (branch, start, place, off) => {
          const base = Array.from("0123456789", (digit) => start + digit).find((digits) =>
            isNewZealandNumber(`${branch}-${digits}-000`),
          );
          // One of eleven remainders needs a digit above nine: banks give no such number.
          fc.pre(base !== undefined);
          const wrong = (base.charCodeAt(place) - 0x30 + off) % 10;
          const changed = base.slice(0, place) + String(wrong) + base.slice(place + 1);
          expect(isNewZealandNumber(`${branch}-${changed}-000`)).toBe(false);
        },
      ),
    );
  });
});

describe("a New Zealand account", () => {
  test.each([
    ["none", "", "Account number is a required field"],
    ["a JSON number", 10902006838900, "Account number is not valid."],
    ["digits together", "0109020068389000", "Enter it as 00-0000-0000000-000"],
    ["an Australian number", "12345678", "Enter it as 00-0000-0000000-000"],
    ["a wrong check digit", "01-0902-0068388-00", "Not a valid account number"],
    ["a right one", "01-0902-0068389-00", undefined],
  ])("%s as its number", (_says, account_number, message) => {
    expect(bankAccountProblem("account_number", { ...ACCOUNT, account_number })).toBe(message);
  });

  test.each([
    ["01-0902-0068389-00", "01-0902-0068389-000"],
    ["01 0902 0068389 00", "01-0902-0068389-000"],
    ["0865231954512001", "08-6523-1954512-001"],
    [" 08-6523-1954512-001 ", "08-6523-1954512-001"],
    ["01-0902-68389-00", "01-0902-68389-00"],
    ["01-0902-oo68389-00", "01-0902-oo68389-00"],
  ])("its number, typed as %j, becomes %j", (typed, tidied) => {
    expect(tidyBankField("NZD", "account_number", typed)).toBe(tidied);
  });

  test("is stored with a suffix of three digits, without what other countries have", () => {
    const typed = { ...ACCOUNT, account_number: "01-0902-0068389-00", bsb: "000-111", bank_code: "011" };
    expect(cleanBankAccount(typed)).toEqual({
      ...ACCOUNT,
      country: "NZ",
      account_number: "01-0902-0068389-000",
      bsb: null,
      bank_code: null,
    });
  });
});
