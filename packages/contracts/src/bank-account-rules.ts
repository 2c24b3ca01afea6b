/**
 * The rules of bank accounts, as each country's format (`bank-formats`) has them, free of zod so that a form checks a
 * field without its weight. `bank-accounts.ts` and `deposit-accounts.ts` make schemas from these functions: a form and
 * the server cannot disagree.
 */
import {
  ACCOUNT_NAME,
  BANK_FIELDS,
  BANK_NAME,
  DEPOSIT_FIELDS,
  requiredProblem,
  type BankField,
  type BankFieldName,
  type BankNumbers,
  type BankValues,
  type DepositFieldName,
} from "./bank-formats/bank-format.ts";
import { bankFormat, isBankAccountCurrency, type BankAccountCurrency } from "./bank-formats/formats.ts";
import { ERRORS } from "./errors.ts";

export const BANK_ACCOUNT_FIELDS = ["currency", ...BANK_FIELDS] as const;
export type BankAccountField = (typeof BANK_ACCOUNT_FIELDS)[number];

/** Contents of a form or a payload, unchecked. */
export type BankAccountValues = Readonly<Partial<Record<BankAccountField, unknown>>>;

/** A checked bank account as it is stored: what its country does not use is null. */
export interface CleanBankAccount {
  readonly currency: BankAccountCurrency;
  /** ISO 3166 two-letter code. */
  readonly country: string;
  readonly account_name: string;
  readonly bank_name: string;
  readonly bsb: string | null;
  readonly bank_code: string | null;
  readonly account_number: string;
}

/** Fields of every account, for a currency that is not chosen yet or not known. */
const COMMON_FIELDS: readonly BankField<BankFieldName>[] = [
  ACCOUNT_NAME,
  BANK_NAME,
  {
    name: "account_number",
    label: "Account number",
    tidy: (typed) => typed.trim(),
    problem: (value) => requiredProblem("Account number", value, () => undefined),
  },
];

/** The fields of bank accounts in a currency, in the order of a form. */
export const bankAccountFields = (currency: unknown): readonly BankField<BankFieldName>[] =>
  bankFormat(currency)?.fields ?? COMMON_FIELDS;

/** The message of the first rule that one of `fields` fails; a field that is not among them passes. */
export function fieldProblemIn(
  fields: readonly BankField[],
  name: DepositFieldName,
  values: BankValues,
): string | undefined {
  return fields.find((field) => field.name === name)?.problem(values[name], values);
}

/**
 * The message of the first rule that one field fails, or undefined when it passes them all.
 * @param values the whole form: which rules a field has depends on the currency, a number's also on its bank
 */
export function bankAccountProblem(field: BankAccountField, values: BankAccountValues): string | undefined {
  const { currency } = values;
  if (field !== "currency") return fieldProblemIn(bankAccountFields(currency), field, values);
  if (currency === undefined || currency === null || currency === "") return "Choose a currency";
  return isBankAccountCurrency(currency) ? undefined : ERRORS.currency_inactive.message;
}

/** Cleans the text of a bank account's field as the user leaves it. */
export function tidyBankField(currency: unknown, field: BankAccountField, typed: string): string {
  const known = bankAccountFields(currency).find(({ name }) => name === field);
  return known === undefined ? typed.trim() : known.tidy(typed);
}

/** The name that the choice of another field gives this one, where it does. */
function nameByChoice(fields: readonly BankField[], { namedBy }: BankField, values: BankValues) {
  const chosen = namedBy === undefined ? undefined : values[namedBy];
  const choices = fields.find(({ name }) => name === namedBy)?.choices ?? {};
  return typeof chosen === "string" && Object.hasOwn(choices, chosen) ? choices[chosen] : undefined;
}

/** Checked values as they are stored: tidied, and null for every field that is not among `fields`. */
export function cleanFields(
  fields: readonly BankField[],
  values: BankValues,
): Readonly<Record<DepositFieldName, string | null>> {
  const clean = (name: DepositFieldName): string | null => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return null;
    const value = values[name];
    const text = typeof value === "string" ? field.tidy(value) : "";
    return text === "" ? (nameByChoice(fields, field, values) ?? "") : text;
  };
  return Object.fromEntries(DEPOSIT_FIELDS.map((name) => [name, clean(name)])) as Record<
    DepositFieldName,
    string | null
  >;
}

/**
 * A bank account ready to be stored: texts tidied, and only the fields its country has.
 * @returns undefined if any field fails its rule
 */
export function cleanBankAccount(values: BankAccountValues): CleanBankAccount | undefined {
  if (BANK_ACCOUNT_FIELDS.some((field) => bankAccountProblem(field, values) !== undefined)) return undefined;
  const { currency } = values;
  const format = bankFormat(currency);
  if (!isBankAccountCurrency(currency) || format === undefined) return undefined;
  const { account_name, bank_name, bsb, bank_code, account_number } = cleanFields(format.fields, values);
  return {
    currency,
    country: format.country,
    account_name: account_name ?? "",
    bank_name: bank_name ?? "",
    bsb,
    bank_code,
    account_number: account_number ?? "",
  };
}

interface StoredAccount extends BankNumbers {
  readonly currency: string;
  readonly bank_name: string;
}

/** The numbers by which a bank knows the account: `BSB 000-111, account 12345678`. */
export const accountNumbers = (account: StoredAccount): string =>
  bankFormat(account.currency)?.numbers(account) ?? `Account ${account.account_number}`;

/** The bank; where the name given differs from the one its code has in the country's list, both. */
export function bankText(account: StoredAccount): string {
  const fields = bankAccountFields(account.currency);
  const name = fields.find((field) => field.name === "bank_name");
  const listed = name && nameByChoice(fields, name, { bank_code: account.bank_code });
  return listed === undefined || listed === account.bank_name
    ? account.bank_name
    : `${account.bank_name} (${listed})`;
}

/** One short line for a list to choose from: `Bank of Example …4321`. */
export const accountLine = ({
  bank_name,
  account_number,
}: Pick<StoredAccount, "bank_name" | "account_number">): string =>
  `${bank_name} …${account_number.slice(-4)}`;
