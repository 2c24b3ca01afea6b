// @vitest-environment node
import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import { expect, test } from "vitest";
import { methodsFor } from "../money/deposit-methods.ts";
import { accountFor, paymentFields } from "./payment-fields.ts";

const PAYID: SystemBankAccount = {
  id: "aud-payid",
  currency: "AUD",
  method: "payid",
  bank_name: "Bank of Example",
  account_name: "Demo Client Money Account",
  bsb: null,
  bank_code: null,
  account_number: null,
  payid: "pay@demo.test",
};
const BILLPAY: SystemBankAccount = {
  ...PAYID,
  id: "b",
  method: "post_billpay",
  payid: null,
  account_number: "00000",
};
const NAIRA: SystemBankAccount = {
  ...PAYID,
  id: "n",
  currency: "NGN",
  method: "bank_transfer",
  payid: null,
  account_number: "0000000000",
  bank_code: "999",
};
const KIWI: SystemBankAccount = {
  ...NAIRA,
  id: "k",
  currency: "NZD",
  account_number: "01-0902-0068389-000",
  bank_code: null,
};
const deposit = {
  reference: "7KQ4-M2XB-9PTR",
  bill_reference: null,
  credit: "500.00",
  credit_currency: "AUD",
  announced: null,
  payment_method: "payid",
};

test.each([
  [
    "PayID",
    PAYID,
    ["PayID: pay@demo.test", "Account name: Demo Client Money Account", "Bank: Bank of Example"],
  ],
  ["Billpay", BILLPAY, ["Payee: Demo Client Money Account", "Biller code: 00000", "Bank: Bank of Example"]],
  [
    "Nigeria",
    NAIRA,
    [
      "Account name: Demo Client Money Account",
      "Account number: 0000000000",
      "Bank: Bank of Example",
      "Bank code: 999",
    ],
  ],
  [
    "New Zealand",
    KIWI,
    [
      "Account name: Demo Client Money Account",
      "Account number: 01-0902-0068389-000",
      "Bank: Bank of Example",
    ],
  ],
  ["no account", undefined, []],
] as const)("%s: the reference first, then the amount, then what the method has", (_name, account, rest) => {
  const lines = paymentFields(deposit, account).map(([label, value]) => `${label}: ${value}`);
  expect(lines).toEqual(["Reference: 7KQ4-M2XB-9PTR", "Amount in AUD: 500.00", ...rest]);
});

test("a bill has a reference in digits next to the other", () => {
  const bill = { ...deposit, bill_reference: "1234567897" };
  expect(paymentFields(bill, BILLPAY).slice(0, 2)).toEqual([
    ["Reference", "7KQ4-M2XB-9PTR"],
    ["Reference in digits", "1234567897"],
  ]);
});

test("the account is the one of the deposit's currency and method", () => {
  expect(accountFor([BILLPAY, PAYID, NAIRA], deposit)).toBe(PAYID);
  expect(accountFor([NAIRA], deposit)).toBeUndefined();
  expect(accountFor(undefined, deposit)).toBeUndefined();
});

test.each([
  ["AUD", ["PayID", "Post Billpay"]],
  ["NZD", ["Bank transfer"]],
  ["FJD", []],
])("%s is paid in the ways of its country that we have an account for", (code, titles) => {
  const fijian = { ...KIWI, id: "f", currency: "FJD" };
  expect(methodsFor([BILLPAY, PAYID, KIWI, fijian], code).map(({ title }) => title)).toEqual(titles);
});
