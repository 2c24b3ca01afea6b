/** Bank accounts in Nigeria: a bank of the central bank's list and a number that is checked against it (NUBAN). */
import {
  ACCOUNT_NAME,
  BANK_NAME,
  bankTransfer,
  isMissing,
  requiredProblem,
  withoutGaps,
  type BankField,
  type BankFieldName,
  type BankFormat,
} from "./bank-format.ts";

/** Nigerian deposit banks by the three digits the Central Bank of Nigeria gave them, which NUBAN check digits include. */
export const NIGERIAN_BANKS: Readonly<Record<string, string>> = {
  "011": "First Bank of Nigeria",
  "023": "Citibank Nigeria",
  "030": "Heritage Bank",
  "032": "Union Bank of Nigeria",
  "033": "United Bank for Africa",
  "035": "Wema Bank",
  "044": "Access Bank",
  "050": "Ecobank Nigeria",
  "057": "Zenith Bank",
  "058": "Guaranty Trust Bank",
  "068": "Standard Chartered Bank Nigeria",
  "070": "Fidelity Bank",
  "076": "Polaris Bank",
  "082": "Keystone Bank",
  "100": "SunTrust Bank",
  "101": "Providus Bank",
  "102": "Titan Trust Bank",
  "103": "Globus Bank",
  "104": "Parallex Bank",
  "105": "PremiumTrust Bank",
  "106": "Signature Bank",
  "107": "Optimus Bank",
  "214": "First City Monument Bank",
  "215": "Unity Bank",
  "221": "Stanbic IBTC Bank",
  "232": "Sterling Bank",
  "301": "Jaiz Bank",
  "302": "TAJBank",
  "303": "Lotus Bank",
};

/** The digits' weights, over bank code and serial number. */
const NUBAN_WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const;
const THREE_DIGITS = /^[0-9]{3}$/;
const NINE_DIGITS = /^[0-9]{9}$/;
const TEN_DIGITS = /^[0-9]{10}$/;

/**
 * The check digit of a Nigerian account number (CBN, "Guidelines on the Revised Nigeria Uniform Bank Account Number"): each digit of the
 * bank code and the serial number times its weight (3, 7, 3, repeated); ten minus the sum modulo ten, ten counting as zero.
 * @param bankCode three digits
 * @param serial nine digits
 * @returns the digit, or undefined if either is not that many digits
 */
export function nubanCheckDigit(bankCode: string, serial: string): number | undefined {
  if (!THREE_DIGITS.test(bankCode) || !NINE_DIGITS.test(serial)) return undefined;
  const digits = Array.from(bankCode + serial, (digit) => digit.charCodeAt(0) - 0x30);
  const sum = digits.reduce((total, digit, index) => total + digit * (NUBAN_WEIGHTS[index] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether `accountNumber` is ten digits of which the last is the check digit for the bank. */
export function isNuban(bankCode: string, accountNumber: string): boolean {
  return (
    TEN_DIGITS.test(accountNumber) &&
    nubanCheckDigit(bankCode, accountNumber.slice(0, 9)) === accountNumber.charCodeAt(9) - 0x30
  );
}

const isListed = (code: unknown): code is string =>
  typeof code === "string" && Object.hasOwn(NIGERIAN_BANKS, code);

const BANK_CODE: BankField<"bank_code"> = {
  name: "bank_code",
  label: "Bank",
  written: "three digits of the bank list",
  choices: NIGERIAN_BANKS,
  placeholder: "Choose your bank",
  judges: ["account_number"],
  tidy: (typed) => typed.trim(),
  problem: (value) => (isListed(value) ? undefined : "Choose a bank"),
};

/** Follows from the bank's code; another name that is given is kept. */
const NAME_OF_BANK: BankField<"bank_name"> = {
  ...BANK_NAME,
  namedBy: "bank_code",
  problem: (value, values) => (isMissing(value) ? undefined : BANK_NAME.problem(value, values)),
};

const ACCOUNT_NUMBER: BankField<"account_number"> = {
  name: "account_number",
  label: "Account number",
  hint: "Your 10-digit NUBAN",
  pattern: "^[0-9]{10}$",
  written: "10 digits with their check digit (NUBAN)",
  numeric: true,
  tidy: withoutGaps,
  problem: (value, { bank_code }) =>
    requiredProblem("Account number", value, (text) => {
      if (!TEN_DIGITS.test(text)) return "Enter 10 digits";
      // A bank that is missing or unknown has its message at its own field.
      return !isListed(bank_code) || isNuban(bank_code, text)
        ? undefined
        : "Not a valid number for this bank";
    }),
};

const FIELDS: readonly BankField<BankFieldName>[] = [ACCOUNT_NAME, NAME_OF_BANK, BANK_CODE, ACCOUNT_NUMBER];

export const NIGERIA: BankFormat<"NGN"> = {
  currency: "NGN",
  country: "NG",
  countryName: "Nigeria",
  fields: FIELDS,
  numbers: ({ account_number }) => `Account ${account_number}`,
  depositMethods: {
    bank_transfer: bankTransfer(FIELDS, [
      ["Account name", "account_name"],
      ["Account number", "account_number"],
      ["Bank", "bank_name"],
      ["Bank code", "bank_code"],
    ]),
  },
};
