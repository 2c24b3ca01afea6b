import { z } from "zod";
import { BANK_ACCOUNT_FIELDS, bankAccountProblem } from "./bank-account-rules.ts";
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

/**
 * A bank account to add or to change an existing one to. Which fields count depends on the currency: AUD has a BSB, NGN
 * a bank code, and the other's is dropped. `cleanBankAccount` makes what is stored from it.
 */
export const bankAccountInput = z
  .object({
    currency: optionalText("AUD or NGN"),
    account_name: optionalText("Whose account it is"),
    bank_name: optionalText("The bank's name; may be left out for NGN"),
    bsb: optionalText("AUD: NNN-NNN"),
    bank_code: optionalText("NGN: three digits of the bank list"),
    account_number: optionalText("AUD: 4 to 9 digits; NGN: 10 digits with their check digit (NUBAN)"),
  })
  .superRefine((values, context) => {
    for (const field of BANK_ACCOUNT_FIELDS) {
      const message = bankAccountProblem(field, values);
      if (message !== undefined) context.addIssue({ code: "custom", path: [field], message });
    }
  }, BESIDE_OTHER_ISSUES);
export type BankAccountInput = z.output<typeof bankAccountInput>;

/** The account to change and all that it shall be. */
export const bankAccountEdit = bankAccountInput.safeExtend({ id });

/** The operator's own accounts, to which customers pay. */
export const systemBankAccount = z
  .object({
    id,
    currency: z.string(),
    method: z.enum(["bank_transfer", "post_billpay", "payid"]),
    bank_name: z.string(),
    account_name: z.string(),
    bsb: z.string().nullable(),
    bank_code: z.string().nullable(),
    account_number: z.string().nullable(),
    payid: z.string().nullable(),
  })
  .meta({ id: "SystemBankAccount" });
export type SystemBankAccount = z.infer<typeof systemBankAccount>;
