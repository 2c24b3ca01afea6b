/** Bank accounts in Australia: a BSB and a number; deposits also by PayID and, over the counter, by Post Billpay. */
import { PAYMENT_METHODS } from "../payment-methods.ts";
import {
  ACCOUNT_NAME,
  BANK_NAME,
  bankTransfer,
  isMissing,
  lineField,
  requiredProblem,
  withoutGaps,
  type BankField,
  type BankFieldName,
  type BankFormat,
} from "./bank-format.ts";

const BSB_FORM = /^[0-9]{3}-[0-9]{3}$/;
const NUMBER_FORM = /^[0-9]{4,9}$/;
const BILLER_CODE_FORM = /^[0-9]{3,10}$/;

/** Bank, state and branch: six digits with a dash between. */
const BSB: BankField<"bsb"> = {
  name: "bsb",
  label: "BSB",
  hint: "6 digits, like 000-111",
  written: "NNN-NNN",
  pattern: BSB_FORM.source,
  numeric: true,
  tidy: (typed) => {
    const digits = withoutGaps(typed);
    return /^[0-9]{6}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : typed.trim();
  },
  grouped: (typed) => (/^[0-9]{4,6}$/.test(typed) ? `${typed.slice(0, 3)}-${typed.slice(3)}` : typed),
  problem: (value) => {
    if (isMissing(value)) return "BSB is a required field";
    return typeof value === "string" && BSB_FORM.test(value) ? undefined : "Enter the BSB as 000-111";
  },
};

const ACCOUNT_NUMBER: BankField<"account_number"> = {
  name: "account_number",
  label: "Account number",
  hint: "4 to 9 digits",
  written: "4 to 9 digits",
  pattern: NUMBER_FORM.source,
  numeric: true,
  tidy: withoutGaps,
  problem: (value) =>
    requiredProblem("Account number", value, (text) =>
      NUMBER_FORM.test(text) ? undefined : "Enter 4 to 9 digits",
    ),
};

/** Number by which a post office knows the payee. Kept as the account's number. */
const BILLER_CODE: BankField<"account_number"> = {
  name: "account_number",
  label: "Biller code",
  written: "the biller code, 3 to 10 digits",
  tidy: (typed) => typed.trim(),
  problem: (value) => {
    if (isMissing(value)) return "Account number is a required field";
    return typeof value === "string" && BILLER_CODE_FORM.test(value)
      ? undefined
      : "Enter the biller code, 3 to 10 digits";
  },
};

/** Longest PayID, in characters: an email address is the longest kind. */
const LONGEST_PAYID = 256;

const PAYID = lineField(
  { name: "payid", label: "PayID", written: "an email address, a phone number or a business number" },
  LONGEST_PAYID,
);

const FIELDS: readonly BankField<BankFieldName>[] = [ACCOUNT_NAME, BANK_NAME, BSB, ACCOUNT_NUMBER];

export const AUSTRALIA: BankFormat<"AUD"> = {
  currency: "AUD",
  country: "AU",
  countryName: "Australia",
  fields: FIELDS,
  numbers: ({ bsb, account_number }) =>
    bsb === null ? `Account ${account_number}` : `BSB ${bsb}, account ${account_number}`,
  depositMethods: {
    bank_transfer: bankTransfer(FIELDS, [
      ["Account name", "account_name"],
      ["BSB", "bsb"],
      ["Account number", "account_number"],
      ["Bank", "bank_name"],
    ]),
    payid: {
      title: PAYMENT_METHODS.payid,
      about: "From your banking app, using our PayID",
      fields: [ACCOUNT_NAME, BANK_NAME, PAYID],
      lines: [
        ["PayID", "payid"],
        ["Account name", "account_name"],
        ["Bank", "bank_name"],
      ],
    },
    post_billpay: {
      title: PAYMENT_METHODS.post_billpay,
      about: "Cash or card at a post office counter",
      fields: [ACCOUNT_NAME, BANK_NAME, BILLER_CODE],
      lines: [
        ["Payee", "account_name"],
        ["Biller code", "account_number"],
        ["Bank", "bank_name"],
      ],
    },
  },
};
