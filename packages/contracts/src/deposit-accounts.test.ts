import { describe, expect, test } from "vitest";
import { cleanDepositAccount, depositAccountInput } from "./deposit-accounts.ts";

const TRANSFER = {
  currency: "AUD",
  method: "bank_transfer",
  account_name: "Client Money",
  bank_name: "Made Up Bank",
  bsb: "000-123",
  account_number: "12345678",
};
const PAYID = {
  ...TRANSFER,
  method: "payid",
  bsb: undefined,
  account_number: undefined,
  payid: "pay@mail.example",
};
const BILLPAY = { ...TRANSFER, method: "post_billpay", bsb: undefined, account_number: "4321" };
const NAIRA = {
  currency: "NGN",
  method: "bank_transfer",
  account_name: "Client Money",
  bank_code: "058",
  account_number: "0000000018",
};

/** Messages by field; none if the input is accepted. */
function problems(input: object): Record<string, string[]> {
  const read = depositAccountInput.safeParse(input);
  const found: Record<string, string[]> = {};
  for (const { path, message } of read.error?.issues ?? []) (found[path.join(".")] ??= []).push(message);
  return found;
}

describe("an account that customers pay to", () => {
  test.each([
    ["a bank transfer without a BSB", { ...TRANSFER, bsb: "" }, { bsb: ["BSB is a required field"] }],
    ["a BSB typed together", { ...TRANSFER, bsb: "000123" }, { bsb: ["Enter the BSB as 000-111"] }],
    [
      "an account number with a letter",
      { ...TRANSFER, account_number: "12a45" },
      { account_number: ["Enter 4 to 9 digits"] },
    ],
    [
      "no account name",
      { ...TRANSFER, account_name: " " },
      { account_name: ["Account name is a required field"] },
    ],
    ["a PayID that is missing", { ...PAYID, payid: "  " }, { payid: ["PayID is a required field"] }],
    ["a PayID over two lines", { ...PAYID, payid: "pay\n@mail.example" }, { payid: ["PayID is not valid."] }],
    ["a PayID too long", { ...PAYID, payid: "a".repeat(257) }, { payid: ["PayID is not valid."] }],
    [
      "a biller code with a dash",
      { ...BILLPAY, account_number: "43-21" },
      { account_number: ["Enter the biller code, 3 to 10 digits"] },
    ],
    ["PayID for naira", { ...PAYID, currency: "NGN" }, { method: ["Only AUD can be paid in this way"] }],
    [
      "Post Billpay for naira",
      { ...BILLPAY, currency: "NGN" },
      { method: ["Only AUD can be paid in this way"] },
    ],
    [
      "a currency that is none of ours",
      { ...TRANSFER, currency: "USD" },
      { currency: ["We don't offer this currency."] },
    ],
    ["an unknown way", { ...TRANSFER, method: "cheque" }, { method: ["Choose a payment method"] }],
    [
      "a naira number of another bank",
      { ...NAIRA, account_number: "0000000014" },
      { account_number: ["Not a valid number for this bank"] },
    ],
    ["an unknown bank", { ...NAIRA, bank_code: "999" }, { bank_code: ["Choose a bank"] }],
  ])("%s is refused at its field", (_what, input, expected) => {
    expect(problems(input)).toEqual(expected);
  });

  test.each([
    [
      "a bank transfer",
      { ...TRANSFER, payid: "dropped", bank_code: "058" },
      { ...TRANSFER, bank_code: null, payid: null },
    ],
    [
      "a PayID",
      { ...PAYID, payid: " pay@mail.example ", bsb: "000-123", account_number: "1" },
      { ...PAYID, bsb: null, bank_code: null, account_number: null },
    ],
    ["Post Billpay", BILLPAY, { ...BILLPAY, bsb: null, bank_code: null, payid: null }],
    [
      "a naira account, named after its bank",
      NAIRA,
      { ...NAIRA, bank_name: "Guaranty Trust Bank", bsb: null, payid: null },
    ],
  ])("%s keeps what it has and drops the rest", (_what, input, expected) => {
    expect(problems(input)).toEqual({});
    expect(cleanDepositAccount(depositAccountInput.parse(input))).toEqual(expected);
  });
});
