/** The operator's own accounts, to which customers pay: how the back office keeps them. One for each currency and way to pay. */
import { z } from "zod";
import { bankAccountProblem, cleanBankAccount, isBankAccountCurrency } from "./bank-account-rules.ts";
import { optionalText, systemBankAccount, type SystemBankAccount } from "./bank-accounts.ts";
import { DEPOSIT_METHODS } from "./deposit-limits.ts";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";
import { isPlainLine } from "./plain-text.ts";

const method = z.enum(DEPOSIT_METHODS, { error: "Choose a payment method" });

const FIELDS = ["account_name", "bank_name", "bsb", "bank_code", "account_number", "payid"] as const;
type Field = (typeof FIELDS)[number];

interface Values extends Readonly<Partial<Record<Field, unknown>>> {
  readonly currency?: unknown;
  readonly method?: unknown;
}

/** Longest PayID, in characters: an e-mail address is the longest kind. */
const LONGEST_PAYID = 256;
const BILLER_CODE = /^[0-9]{3,10}$/;

/** PayID and Post Billpay are Australian. */
const isOffered = ({ currency, method: way }: Values): boolean =>
  isBankAccountCurrency(currency) && (way === "bank_transfer" || currency === "AUD");

function payidProblem(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return "PayID is a required field";
  if (typeof value !== "string") return "PayID is not valid.";
  const text = value.trim();
  if (text === "") return "PayID is a required field";
  return !isPlainLine(text) || text.length > LONGEST_PAYID ? "PayID is not valid." : undefined;
}

function billerCodeProblem(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return "Account number is a required field";
  return typeof value === "string" && BILLER_CODE.test(value)
    ? undefined
    : "Enter the biller code, 3 to 10 digits";
}

/** The message of the first rule that a field fails; a field that the way to pay does not have passes. */
function problemOf(field: Field, values: Values): string | undefined {
  const way = values.method;
  if (field === "payid") return way === "payid" ? payidProblem(values.payid) : undefined;
  if (way === "bank_transfer" || field === "account_name" || field === "bank_name") {
    return bankAccountProblem(field, values);
  }
  return field === "account_number" && way === "post_billpay"
    ? billerCodeProblem(values.account_number)
    : undefined;
}

/**
 * What customers are told to pay to. A bank transfer has what a bank account has (`bank-account-rules.ts`); PayID and Post
 * Billpay, for AUD alone, have the PayID and the biller code (`account_number`). What a way to pay does not have is dropped.
 */
export const depositAccountInput = z
  .object({
    currency: optionalText("AUD or NGN"),
    method,
    account_name: optionalText("Whose account it is, as payers see it"),
    bank_name: optionalText("The bank's name; may be left out for NGN"),
    bsb: optionalText("AUD bank transfer: NNN-NNN"),
    bank_code: optionalText("NGN: three digits of the bank list"),
    account_number: optionalText("The account's number; for Post Billpay the biller code"),
    payid: optionalText("The PayID: an email address, a phone number or a business number"),
  })
  .superRefine((values, context) => {
    const currency = bankAccountProblem("currency", values);
    if (currency !== undefined) {
      context.addIssue({ code: "custom", path: ["currency"], message: currency });
      return;
    }
    if (!isOffered(values)) {
      context.addIssue({ code: "custom", path: ["method"], message: "Only AUD can be paid in this way" });
      return;
    }
    for (const field of FIELDS) {
      const message = problemOf(field, values);
      if (message !== undefined) context.addIssue({ code: "custom", path: [field], message });
    }
  }, BESIDE_OTHER_ISSUES);
export type DepositAccountInput = z.output<typeof depositAccountInput>;

/** Which account: there is one for each currency and way to pay. */
export const depositAccountKey = z.object({
  currency: z.string("Choose a currency").max(10, "Choose a currency"),
  method,
});
export type DepositAccountKey = z.output<typeof depositAccountKey>;

/** An account as the back office sees it; a closed one is not offered to customers. */
export const depositAccount = systemBankAccount
  .extend({ active: z.boolean() })
  .meta({ id: "DepositAccount" });
export type DepositAccount = z.infer<typeof depositAccount>;

/** The account that checked input describes, as it is stored but for its identifier. */
export function cleanDepositAccount(input: DepositAccountInput): Omit<SystemBankAccount, "id"> {
  const trimmed = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  const bank = input.method === "bank_transfer" ? cleanBankAccount(input) : undefined;
  return {
    currency: trimmed(input.currency),
    method: input.method,
    account_name: trimmed(input.account_name),
    bank_name: bank?.bank_name ?? trimmed(input.bank_name),
    bsb: bank?.bsb ?? null,
    bank_code: bank?.bank_code ?? null,
    account_number: input.method === "payid" ? null : trimmed(input.account_number),
    payid: input.method === "payid" ? trimmed(input.payid) : null,
  };
}
