/**
 * A country's module about its banks: see `formats.ts` for the list. Free of zod, so that a form checks a field without
 * its weight.
 */
import type { DepositMethod } from "../deposit-limits.ts";
import { PAYMENT_METHODS } from "../payment-methods.ts";
import { MIXED_SCRIPTS, mixesScripts } from "../name-scripts.ts";
import { isPlainLine } from "../plain-text.ts";
import { LINE } from "../portable-patterns.ts";

/** Possible fields of a bank account, in the order in which problems are named. Each country uses some of them. */
export const BANK_FIELDS = ["account_name", "bank_name", "bsb", "bank_code", "account_number"] as const;
export type BankFieldName = (typeof BANK_FIELDS)[number];

/** Possible fields of an account that customers pay to. */
export const DEPOSIT_FIELDS = [...BANK_FIELDS, "payid"] as const;
export type DepositFieldName = (typeof DEPOSIT_FIELDS)[number];

/** Contents of a form or a payload, unchecked. */
export type BankValues = Readonly<Partial<Record<DepositFieldName, unknown>>>;

/** One field of an account: how it is asked for, cleaned and checked. */
export interface BankField<Name extends DepositFieldName = DepositFieldName> {
  readonly name: Name;
  readonly label: string;
  /** Help under the field of a form. */
  readonly hint?: string;
  /** How its text is written, for the documentation of the API. */
  readonly written?: string;
  /** A regular expression that every right text fits, for the documentation of the API. */
  readonly pattern?: string;
  /** The most characters, for the documentation of the API. */
  readonly longest?: number;
  /** The keyboard of a phone shows digits. */
  readonly numeric?: true;
  /** The browser's autofill; none unless given. */
  readonly autoComplete?: "name";
  /** Chosen from a list: what is stored, and the name people read. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly placeholder?: string;
  /** The field whose choice gives this one its text. A form does not ask for it, and it may be left out. */
  readonly namedBy?: BankFieldName;
  /** The fields whose rule looks at this one: a form judges them again when it changes. */
  readonly judges?: readonly BankFieldName[];
  /** Cleans a typed text as the user leaves the field, and for storing it. Text that cannot be read stays, trimmed. */
  readonly tidy: (typed: string) => string;
  /** Formats a text during typing, such as by a dash between its groups. */
  readonly grouped?: (typed: string) => string;
  /** The message of the first rule that the value fails. */
  readonly problem: (value: unknown, values: BankValues) => string | undefined;
}

/** One way to pay a deposit to an account in this country. */
export interface DepositMethodFormat {
  readonly title: string;
  /** The method in half a sentence. */
  readonly about: string;
  /** Fields of the operator's account for it. */
  readonly fields: readonly BankField[];
  /** Labels and fields that the customer copies to the bank, in order. */
  readonly lines: readonly (readonly [label: string, field: DepositFieldName])[];
}

/** The numbers by which a bank knows an account. */
export type BankNumbers = Readonly<Record<"bsb" | "bank_code", string | null>> & {
  readonly account_number: string;
};

/** All the product knows of a country's bank accounts. */
export interface BankFormat<Code extends string = string> {
  readonly currency: Code;
  /** ISO 3166 two-letter code. */
  readonly country: string;
  readonly countryName: string;
  /** Fields of a bank account, in the order of the form. */
  readonly fields: readonly BankField<BankFieldName>[];
  /** The account's numbers in one line. */
  readonly numbers: (account: BankNumbers) => string;
  /** The ways to pay a deposit, in the order they are offered. */
  readonly depositMethods: Readonly<Partial<Record<DepositMethod, DepositMethodFormat>>>;
}

/** Whether a field was left out. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The message of a required field whose text `judge` does not accept. */
export function requiredProblem(
  label: string,
  value: unknown,
  judge: (text: string) => string | undefined,
): string | undefined {
  if (isMissing(value)) return `${label} is a required field`;
  return typeof value === "string" ? judge(value) : `${label} is not valid.`;
}

/** A required line of text that people read, of at most `longest` characters, kept without the space around it. */
export function lineField<Name extends DepositFieldName>(
  field: Pick<BankField<Name>, "name" | "label" | "hint" | "written" | "autoComplete">,
  longest: number,
): BankField<Name> {
  const { label } = field;
  return {
    ...field,
    pattern: LINE,
    longest,
    tidy: (typed) => typed.trim(),
    problem: (value) =>
      requiredProblem(label, value, (typed) => {
        const text = typed.trim();
        if (text === "") return `${label} is a required field`;
        return !isPlainLine(text) || Array.from(text).length > longest ? `${label} is not valid.` : undefined;
      }),
  };
}

/** Longest name of a bank or of an account's holder, in characters. */
const LONGEST_NAME = 70;

const ACCOUNT_LINE = lineField(
  {
    name: "account_name",
    label: "Account name",
    hint: "As your bank shows it. Use an account in your own name.",
    autoComplete: "name",
  },
  LONGEST_NAME,
);
/** The holder's name. It mixes no alphabets, so that it does not pass for another one. */
export const ACCOUNT_NAME: typeof ACCOUNT_LINE = {
  ...ACCOUNT_LINE,
  problem: (value, values) =>
    ACCOUNT_LINE.problem(value, values) ??
    (typeof value === "string" && mixesScripts(value) ? MIXED_SCRIPTS : undefined),
};

export const BANK_NAME = lineField({ name: "bank_name", label: "Bank name" }, LONGEST_NAME);

/** A number without the spaces and dashes that people read it with. */
export const withoutGaps = (typed: string): string => typed.replaceAll(/[\s-]/g, "");

/** A transfer from any bank, to an account that has what every account in the country has. */
export const bankTransfer = (
  fields: DepositMethodFormat["fields"],
  lines: DepositMethodFormat["lines"],
): DepositMethodFormat => ({
  title: PAYMENT_METHODS.bank_transfer,
  about: "From any bank account in your own name",
  fields,
  lines,
});
