import { z } from "zod";
import { BANK_ACCOUNT_FIELDS, bankAccountProblem } from "./bank-account-rules.ts";
import type { BankFieldName } from "./bank-formats/bank-format.ts";
import { BANK_FORMATS } from "./bank-formats/formats.ts";
import { DEPOSIT_METHODS } from "./deposit-limits.ts";
import { keyed } from "./exchange.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";
import { id, time } from "./ids.ts";

export const bankAccount = z
  .object({
    id,
    currency: z.string(),
    country: z.string(),
    account_name: z.string(),
    bank_name: z.string(),
    bsb: z.string().nullable(),
    bank_code: z.string().nullable(),
    account_number: z.string(),
    /** Until then no withdrawal may go there; null when it may at once. */
    held_until: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "BankAccount" });
export type BankAccount = z.infer<typeof bankAccount>;

/** A text that a rule of its own judges; may be left out or null. */
export const optionalText = (description: string) =>
  z
    .custom<string | null | undefined>(() => true)
    .optional()
    .meta({ type: "string", description });

/** Currencies with a bank format, for the documentation of the API: `AUD or NGN`. */
export const BANK_CURRENCIES = Object.keys(BANK_FORMATS).join(" or ");

/** How a field is written in each country that says so: `AUD: NNN-NNN`. */
const written = (name: BankFieldName): string =>
  Object.values(BANK_FORMATS)
    .flatMap(({ currency, fields }) =>
      fields.flatMap((field) =>
        field.name === name && field.written !== undefined ? [`${currency}: ${field.written}`] : [],
      ),
    )
    .join("; ");

/** Currencies whose banks' names follow from their codes. */
const NAMED_BY_CODE = Object.values(BANK_FORMATS)
  .filter(({ fields }) => fields.some(({ name, namedBy }) => name === "bank_name" && namedBy !== undefined))
  .map(({ currency }) => currency)
  .join(" and ");

export const BANK_NAME_ABOUT = `The bank's name; may be left out for ${NAMED_BY_CODE}`;

/** Fields of an account in each currency, for the documentation of the API. */
const byCurrency = Object.values(BANK_FORMATS).map(({ currency, countryName, fields }) => ({
  title: `${currency}: ${countryName}`,
  type: "object" as const,
  properties: Object.fromEntries([
    ["currency", { type: "string", const: currency, description: "Code of the account's currency" }],
    ...fields.map(({ name, label, written: description = label, pattern, longest, choices }) => [
      name,
      {
        type: "string",
        description,
        ...(pattern !== undefined && { pattern }),
        ...(longest !== undefined && { maxLength: longest }),
        ...(choices !== undefined && { enum: Object.keys(choices) }),
      },
    ]),
  ]),
  required: ["currency", ...fields.filter(({ namedBy }) => namedBy === undefined).map(({ name }) => name)],
}));

/**
 * A bank account to add or to change an existing one to. Which fields count depends on the currency
 * (`bank-formats/formats.ts`); another country's are dropped. `cleanBankAccount` makes what is stored from it.
 */
export const bankAccountInput = z
  .object({
    currency: optionalText(BANK_CURRENCIES),
    account_name: optionalText("Name of the account's owner"),
    bank_name: optionalText(BANK_NAME_ABOUT),
    bsb: optionalText(written("bsb")),
    bank_code: optionalText(written("bank_code")),
    account_number: optionalText(written("account_number")),
  })
  .superRefine((values, context) => {
    for (const field of BANK_ACCOUNT_FIELDS) {
      const message = bankAccountProblem(field, values);
      if (message !== undefined) context.addIssue({ code: "custom", path: [field], message });
    }
  }, BESIDE_OTHER_ISSUES);
export type BankAccountInput = z.output<typeof bankAccountInput>;

/** The account to change and all that it shall be. */
export const bankAccountEdit = bankAccountInput.safeExtend({ id }).meta({ oneOf: byCurrency });

/** A bank account to add, under a key. */
export const bankAccountAdd = bankAccountInput.safeExtend(keyed).meta({ oneOf: byCurrency });

/** The operator's own accounts, to which customers pay. */
export const systemBankAccount = z
  .object({
    id,
    currency: z.string(),
    method: z.enum(DEPOSIT_METHODS),
    bank_name: z.string(),
    account_name: z.string(),
    bsb: z.string().nullable(),
    bank_code: z.string().nullable(),
    account_number: z.string().nullable(),
    payid: z.string().nullable(),
  })
  .meta({ id: "SystemBankAccount" });
export type SystemBankAccount = z.infer<typeof systemBankAccount>;
