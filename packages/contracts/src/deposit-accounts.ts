/** The operator's own accounts, to which customers pay: how the desk keeps them. One for each currency and way to pay. */
import { z } from "zod";
import { bankAccountProblem, cleanFields, fieldProblemIn } from "./bank-account-rules.ts";
import {
  BANK_CURRENCIES,
  BANK_NAME_ABOUT,
  optionalText,
  systemBankAccount,
  type SystemBankAccount,
} from "./bank-accounts.ts";
import { DEPOSIT_FIELDS, type DepositFieldName } from "./bank-formats/bank-format.ts";
import { BANK_FORMATS, depositMethod } from "./bank-formats/formats.ts";
import { DEPOSIT_METHODS } from "./deposit-limits.ts";
import { PAYOUT_SETTINGS, type PayoutSetting } from "./bank-formats/payout-format.ts";
import { payoutSettingFields } from "./payouts.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";

const method = z.enum(DEPOSIT_METHODS, { error: "Choose a payment method" });

/** Every way to pay in every country. */
const WAYS = Object.values(BANK_FORMATS).flatMap(({ currency, depositMethods }) =>
  Object.entries(depositMethods).map(([name, way]) => ({ currency, name, way })),
);

/** How a field is written for each way to pay that says so: `AUD bank transfer: NNN-NNN`. */
const written = (name: DepositFieldName): string =>
  WAYS.flatMap(({ currency, way }) =>
    way.fields.flatMap((field) =>
      field.name === name && field.written !== undefined
        ? [`${currency} ${way.title.toLowerCase()}: ${field.written}`]
        : [],
    ),
  ).join("; ");

/** The message of a way to pay that only other currencies have. */
const notOffered = (currencies: readonly string[]): string =>
  `Only ${currencies.join(" and ")} can be paid in this way`;

/**
 * The account that customers pay to. The country's format decides which fields an account has for a currency and a
 * payment method (`bank-formats/formats.ts`); the rest is dropped.
 */
export const depositAccountInput = z
  .object({
    currency: optionalText(BANK_CURRENCIES),
    method,
    account_name: optionalText("Name of the account's owner, as payers see it"),
    bank_name: optionalText(BANK_NAME_ABOUT),
    bsb: optionalText(written("bsb")),
    bank_code: optionalText(written("bank_code")),
    account_number: optionalText(written("account_number")),
    payid: optionalText(written("payid")),
    ...payoutSettingFields,
  })
  .superRefine((values, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    const currency = bankAccountProblem("currency", values);
    if (currency !== undefined) {
      refuse("currency", currency);
      return;
    }
    const way = depositMethod(values.currency, values.method);
    if (way === undefined) {
      const elsewhere = WAYS.filter(({ name }) => name === values.method).map((each) => each.currency);
      if (elsewhere.length > 0) refuse("method", notOffered(elsewhere));
      return;
    }
    for (const field of DEPOSIT_FIELDS) {
      const message = fieldProblemIn(way.fields, field, values);
      if (message !== undefined) refuse(field, message);
    }
  }, BESIDE_OTHER_ISSUES);
export type DepositAccountInput = z.output<typeof depositAccountInput>;

/** Which account: there is one for each currency and way to pay. */
export const depositAccountKey = z.object({
  currency: z.string("Choose a currency").max(10, "Choose a currency"),
  method,
});

/** An account as the desk sees it; a closed one is not offered to customers. */
export const depositAccount = systemBankAccount
  .extend({
    active: z.boolean(),
    /** Settings that the bank's files of payouts need. */
    ...(Object.fromEntries(PAYOUT_SETTINGS.map((name) => [name, z.string().nullable()])) as Record<
      PayoutSetting,
      z.ZodNullable<z.ZodString>
    >),
  })
  .meta({ id: "DepositAccount" });
export type DepositAccount = z.infer<typeof depositAccount>;

/** The account that checked input describes, as it is stored but for its identifier. */
export function cleanDepositAccount(input: DepositAccountInput): Omit<SystemBankAccount, "id"> {
  const { currency, method: name } = input;
  const clean = cleanFields(depositMethod(currency, name)?.fields ?? [], input);
  return {
    ...clean,
    currency: currency ?? "",
    method: name,
    account_name: clean.account_name ?? "",
    bank_name: clean.bank_name ?? "",
  };
}
