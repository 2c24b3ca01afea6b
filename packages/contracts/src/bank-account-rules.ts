/**
 * The rules of a bank account that money can be paid out to, free of zod so that a form checks a field without its
 * weight. `bank-accounts.ts` makes the schema from these functions: a form and the server cannot disagree.
 */

import { ERRORS } from "./errors.ts";
import { isPlainLine } from "./plain-text.ts";

/** Fiat currencies money is paid out in, with the country of their bank accounts. */
export const BANK_ACCOUNT_COUNTRIES = { AUD: "AU", NGN: "NG" } as const;
export type BankAccountCurrency = keyof typeof BANK_ACCOUNT_COUNTRIES;

export const BANK_ACCOUNT_FIELDS = [
  "currency",
  "account_name",
  "bank_name",
  "bsb",
  "bank_code",
  "account_number",
] as const;
export type BankAccountField = (typeof BANK_ACCOUNT_FIELDS)[number];

/** What a form or a payload holds, unchecked. */
export type BankAccountValues = Readonly<Partial<Record<BankAccountField, unknown>>>;

/** A checked bank account as it is stored: what its country does not use is null. */
export interface CleanBankAccount {
  readonly currency: BankAccountCurrency;
  readonly country: (typeof BANK_ACCOUNT_COUNTRIES)[BankAccountCurrency];
  readonly account_name: string;
  readonly bank_name: string;
  readonly bsb: string | null;
  readonly bank_code: string | null;
  readonly account_number: string;
}

export const BANK_ACCOUNT_LABELS: Readonly<Record<BankAccountField, string>> = {
  currency: "Currency",
  account_name: "Account name",
  bank_name: "Bank name",
  bsb: "BSB",
  bank_code: "Bank",
  account_number: "Account number",
};

/** Longest name of a bank or of an account's holder, in characters. */
const LONGEST_NAME = 70;

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
 * @returns the digit, or undefined where either is not that many digits
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

const BSB = /^[0-9]{3}-[0-9]{3}$/;
const AUSTRALIAN_NUMBER = /^[0-9]{4,9}$/;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";
const required = (field: BankAccountField): string => `${BANK_ACCOUNT_LABELS[field]} is a required field`;
const notValid = (field: BankAccountField): string => `${BANK_ACCOUNT_LABELS[field]} is not valid.`;

export function isBankAccountCurrency(value: unknown): value is BankAccountCurrency {
  return typeof value === "string" && Object.hasOwn(BANK_ACCOUNT_COUNTRIES, value);
}

/** Whether accounts in this currency have the field; an unknown currency has them all. */
export function bankAccountHasField(currency: unknown, field: BankAccountField): boolean {
  if (field === "bsb") return currency !== "NGN";
  if (field === "bank_code") return currency !== "AUD";
  return true;
}

function nameProblem(field: "account_name" | "bank_name", value: unknown): string | undefined {
  if (isMissing(value)) return required(field);
  if (typeof value !== "string") return notValid(field);
  const text = value.trim();
  if (text === "") return required(field);
  return !isPlainLine(text) || Array.from(text).length > LONGEST_NAME ? notValid(field) : undefined;
}

function numberProblem({ currency, bank_code, account_number }: BankAccountValues): string | undefined {
  if (isMissing(account_number)) return required("account_number");
  if (typeof account_number !== "string") return notValid("account_number");
  if (currency === "AUD") return AUSTRALIAN_NUMBER.test(account_number) ? undefined : "Enter 4 to 9 digits";
  if (currency !== "NGN") return undefined;
  if (!TEN_DIGITS.test(account_number)) return "Enter 10 digits";
  // A bank that is missing or unknown is told at its own field.
  if (bankAccountProblem("bank_code", { currency, bank_code }) !== undefined) return undefined;
  return isNuban(String(bank_code), account_number) ? undefined : "Not a valid number for this bank";
}

/**
 * The message of the first rule that one field fails, or undefined when it passes them all.
 * @param values the whole form: which rules a field has depends on the currency, a Nigerian number also on its bank
 */
export function bankAccountProblem(field: BankAccountField, values: BankAccountValues): string | undefined {
  const { currency } = values;
  if (!bankAccountHasField(currency, field)) return undefined;
  const value = values[field];
  switch (field) {
    case "currency":
      if (isMissing(value)) return "Choose a currency";
      return isBankAccountCurrency(value) ? undefined : ERRORS.currency_inactive.message;
    case "account_name":
      return nameProblem(field, value);
    case "bank_name":
      // A Nigerian bank's name follows from its code.
      return currency === "NGN" && isMissing(value) ? undefined : nameProblem(field, value);
    case "bsb":
      if (currency !== "AUD") return undefined;
      if (isMissing(value)) return required(field);
      return typeof value === "string" && BSB.test(value) ? undefined : "Enter the BSB as 000-111";
    case "bank_code":
      if (currency !== "NGN") return undefined;
      return typeof value === "string" && Object.hasOwn(NIGERIAN_BANKS, value) ? undefined : "Choose a bank";
    case "account_number":
      return numberProblem(values);
  }
}

/**
 * A bank account ready to be stored: names without the space around them, and only the fields its country has.
 * @returns undefined where any field fails its rule
 */
export function cleanBankAccount(values: BankAccountValues): CleanBankAccount | undefined {
  if (BANK_ACCOUNT_FIELDS.some((field) => bankAccountProblem(field, values) !== undefined)) return undefined;
  const { currency, account_name, bank_name, bsb, bank_code, account_number } = values;
  if (!isBankAccountCurrency(currency)) return undefined;
  if (typeof account_name !== "string" || typeof account_number !== "string") return undefined;
  const code = currency === "NGN" && typeof bank_code === "string" ? bank_code : null;
  const givenName = typeof bank_name === "string" ? bank_name.trim() : "";
  return {
    currency,
    country: BANK_ACCOUNT_COUNTRIES[currency],
    account_name: account_name.trim(),
    bank_name: givenName === "" ? (NIGERIAN_BANKS[code ?? ""] ?? "") : givenName,
    bsb: currency === "AUD" && typeof bsb === "string" ? bsb : null,
    bank_code: code,
    account_number,
  };
}
