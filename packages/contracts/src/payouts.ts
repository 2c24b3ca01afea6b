/** Payout runs: withdrawals that are paid together, by one file for the bank. */
import { day } from "./reports.ts";
import { z } from "zod";
import { PAYOUT_SETTINGS, type PayoutSetting } from "./bank-formats/payout-format.ts";
import { PAYOUT_STATUSES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { amountOutput, currencyCode } from "./money.ts";
import { wholeNumber } from "./paging.ts";

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const createPayoutInput = z.object({
  currency: currencyCode,
  /** Whether what someone should look at first is taken in. */
  with_unusual: z.boolean({ error: "Choose true or false" }).default(true),
});
export const payoutInput = z.object({ id });
export const payoutRowInput = z.object({
  id,
  reference: z
    .string({ error: "Reference is a required field" })
    .trim()
    .min(1, "Reference is a required field")
    .max(40, "Reference is not valid."),
});

const person = z.string();

const payoutSummary = z
  .object({
    id,
    currency: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    deposit_account_id: id,
    count: z.int(),
    total: amountOutput,
    created_by: person,
    created_at: time,
    /** The second person. */
    released_by: person.nullable(),
    released_at: time.nullable(),
    /** When its file was first taken: nothing is taken out after that. */
    filed_at: time.nullable(),
    sent_at: time.nullable(),
    /** When the bank's statement showed it. */
    settled_at: time.nullable(),
    cancelled_at: time.nullable(),
  })
  .meta({ id: "PayoutSummary" });
export type PayoutSummary = z.infer<typeof payoutSummary>;

const payoutRow = z.object({
  reference: z.string(),
  amount: amountOutput,
  status: z.string(),
  customer: z.object({ id, email: z.string(), name: z.string() }),
  account_name: z.string(),
  /** Its numbers in one line. */
  account: z.string(),
  account_added_at: time.nullable(),
  /** Whether the customer may be paid at this moment. */
  payable: z.boolean(),
  /** Warnings before it is paid. */
  warnings: z.array(z.string()),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** So many payments are in a batch at most: the bank takes more, one transaction and one page should not. */
export const MOST_PAYMENTS = 500;

export const payout = payoutSummary
  .extend({ rows: z.array(payoutRow).max(MOST_PAYMENTS) })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof payout>;

/** A new batch, and what was asked for but is not in it. */
export const createdPayout = payout.extend({
  left_out: z.array(z.object({ reference: z.string(), reason: z.string() })),
});

/** Newest first. */
export const payoutsInput = z
  .object({
    status: z.enum(PAYOUT_STATUSES, { error: "Choose a status" }).optional(),
    currency: currencyCode.optional(),
    /** The first and the last local day on which they were made. */
    from: day.optional(),
    to: day.optional(),
    /** A customer's identifier: batches with a withdrawal of this customer. */
    customer: id.optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});
export const payouts = z.object({ data: z.array(payoutSummary), next: z.string().nullable() });

/** The payment as the bank gets it. */
export const payoutFile = z.object({ filename: z.string(), content: z.string() });

/** How each setting of a payout file is written, and what is wrong with one that is not. */
const SETTING_RULES: Readonly<Record<PayoutSetting, readonly [RegExp, string]>> = {
  bank_abbreviation: [/^[A-Z]{3}$/, "Enter the bank's 3 letters, like CBA"],
  user_number: [/^\d{1,6}$/, "Enter up to 6 digits"],
  trace_bsb: [/^\d{3}-\d{3}$/, "Enter it as 000-111"],
  trace_account_number: [/^\d{4,9}$/, "Enter 4 to 9 digits"],
  remitter: [/^[A-Za-z0-9 &'().,-]{1,16}$/, "Enter up to 16 plain letters"],
};

const settingField = ([form, message]: readonly [RegExp, string]) =>
  z
    .string(message)
    .trim()
    .transform((text) => (text === "" ? null : text))
    .refine((text) => text === null || form.test(text), message)
    .nullish();

/** Left out, a setting stays as it is; empty or null, it is removed. */
export const payoutSettingFields = Object.fromEntries(
  PAYOUT_SETTINGS.map((name) => [name, settingField(SETTING_RULES[name])]),
) as Record<PayoutSetting, ReturnType<typeof settingField>>;
