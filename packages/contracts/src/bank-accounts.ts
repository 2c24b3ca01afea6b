import { z } from "zod";
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
