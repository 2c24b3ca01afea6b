/** Bank accounts in New Zealand: one number of bank, branch, account and suffix, with check digits in it. */
import {
  ACCOUNT_NAME,
  BANK_NAME,
  bankTransfer,
  requiredProblem,
  withoutGaps,
  type BankField,
  type BankFieldName,
  type BankFormat,
} from "./bank-format.ts";

/** How a bank checks its numbers: weights of the branch's four digits, the account's seven and the suffix's three. */
interface Check {
  readonly weights: readonly number[];
  readonly modulus: number;
  /** Products of two digits are replaced by the sum of their digits, until one digit is left. */
  readonly crossSums?: true;
}

/** By their letters in the specification. C is not in use; X accepts every number. */
const CHECKS = {
  A: { weights: [6, 3, 7, 9, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0], modulus: 11 },
  B: { weights: [0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0], modulus: 11 },
  D: { weights: [0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0], modulus: 11 },
  E: { weights: [0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 0, 0, 1], modulus: 11, crossSums: true },
  F: { weights: [0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0], modulus: 10 },
  G: { weights: [0, 0, 0, 0, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1], modulus: 10, crossSums: true },
  X: { weights: [], modulus: 1 },
} as const satisfies Readonly<Record<string, Check>>;

/** Banks with the branches they were given, first to last, and their own check where they have one. */
const BANKS: Readonly<Record<string, readonly [branches: string, check?: keyof typeof CHECKS]>> = {
  "01": ["0001-0999 1100-1199 1800-1899"],
  "02": ["0001-0999 1200-1299"],
  "03": ["0001-0999 1300-1399 1500-1599 1700-1799 1900-1999 7350-7399"],
  "04": ["2020-2024"],
  "06": ["0001-0999 1400-1499"],
  "08": ["6500-6599", "D"],
  "09": ["0000-0000", "E"],
  "10": ["5165-5169"],
  "11": ["5000-6499 6600-8999"],
  "12": ["3000-3299 3400-3499 3600-3699"],
  "13": ["4900-4999"],
  "14": ["4700-4799"],
  "15": ["3900-3999"],
  "16": ["4400-4499"],
  "17": ["3300-3399"],
  "18": ["3500-3599"],
  "19": ["4600-4649"],
  "20": ["4100-4199"],
  "21": ["4800-4899"],
  "22": ["4000-4049"],
  "23": ["3700-3799"],
  "24": ["4300-4349"],
  "25": ["2500-2599", "F"],
  "26": ["2600-2699", "G"],
  "27": ["3800-3849"],
  "28": ["2100-2149", "G"],
  "29": ["2150-2299", "G"],
  "30": ["2900-2949"],
  "31": ["2800-2849", "X"],
  "33": ["6700-6799", "F"],
  "35": ["2400-2499"],
  "38": ["9000-9499"],
};

/** From this account number on, banks without a check of their own leave the branch out of it. */
const BRANCH_COUNTS_BELOW = "0990000";

const NUMBER_FORM = /^([0-9]{2})-([0-9]{4})-([0-9]{7})-([0-9]{2,3})$/;

/** A product of a digit and a weight is at most 90: two steps leave one digit. */
const crossSum = (product: number): number => {
  const once = Math.floor(product / 10) + (product % 10);
  return Math.floor(once / 10) + (once % 10);
};

/**
 * Whether a number has a branch of its bank and the check digits that the bank uses: each digit times its weight, the
 * sum divisible by the modulus (Inland Revenue, "RWT and NRWT Certificates – Filing Specification" of 2020, section 8,
 * "Bank account number validation"). A suffix of two digits counts as one of three with a zero before it.
 * @param number `BB-bbbb-AAAAAAA-SSS`
 */
export function isNewZealandNumber(number: string): boolean {
  const [, bank = "", branch = "", base = "", suffix = ""] = NUMBER_FORM.exec(number) ?? [];
  if (!Object.hasOwn(BANKS, bank)) return false;
  const [branches = "", own] = BANKS[bank] ?? [];
  const isBranch = branches.split(" ").some((range) => {
    const [first = "", last = ""] = range.split("-");
    return first <= branch && branch <= last;
  });
  if (!isBranch) return false;
  const check: Check = CHECKS[own ?? (base < BRANCH_COUNTS_BELOW ? "A" : "B")];
  const digits = Array.from(branch + base + suffix.padStart(3, "0"), (digit) => digit.charCodeAt(0) - 0x30);
  const sum = digits.reduce((total, digit, place) => {
    const product = digit * (check.weights[place] ?? 0);
    return total + (check.crossSums === true ? crossSum(product) : product);
  }, 0);
  return sum % check.modulus === 0;
}

const ACCOUNT_NUMBER: BankField<"account_number"> = {
  name: "account_number",
  label: "Account number",
  hint: "Bank, branch, account and suffix: 00-0000-0000000-000",
  pattern: NUMBER_FORM.source,
  written: "BB-bbbb-AAAAAAA-SSS with its check digits; the suffix may have two digits",
  numeric: true,
  tidy: (typed) => {
    const [, bank, branch, base, suffix = ""] =
      /^([0-9]{2})([0-9]{4})([0-9]{7})([0-9]{2,3})$/.exec(withoutGaps(typed)) ?? [];
    return bank === undefined ? typed.trim() : `${bank}-${branch}-${base}-${suffix.padStart(3, "0")}`;
  },
  problem: (value) =>
    requiredProblem("Account number", value, (text) => {
      if (!NUMBER_FORM.test(text)) return "Enter it as 00-0000-0000000-000";
      return isNewZealandNumber(text) ? undefined : "Not a valid account number";
    }),
};

const FIELDS: readonly BankField<BankFieldName>[] = [ACCOUNT_NAME, BANK_NAME, ACCOUNT_NUMBER];

export const NEW_ZEALAND: BankFormat<"NZD"> = {
  currency: "NZD",
  country: "NZ",
  countryName: "New Zealand",
  fields: FIELDS,
  numbers: ({ account_number }) => `Account ${account_number}`,
  depositMethods: {
    bank_transfer: bankTransfer(FIELDS, [
      ["Account name", "account_name"],
      ["Account number", "account_number"],
      ["Bank", "bank_name"],
    ]),
  },
};
