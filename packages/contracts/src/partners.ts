import { z } from "zod";
import { TRANSACTION_TYPES } from "./history-rules.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { pageMeta, paging } from "./paging.ts";

export const referralsInput = paging;

const referral = z
  .object({
    id,
    client: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
    created_at: time,
    transaction_type: z.string(),
    debit: amountOutput,
    credit: amountOutput,
    debit_currency: z.string(),
    credit_currency: z.string(),
  })
  .meta({ id: "Referral" });
export type Referral = z.infer<typeof referral>;

export const referralPage = z.object({ data: z.array(referral), meta: pageMeta });

/** Sum that a partner's customers gave in one currency by one kind of transaction. */
const referralTotal = z.object({
  transaction_type: z.enum(TRANSACTION_TYPES),
  credit_currency: z.string(),
  credit: amountOutput,
  records: z.int(),
});
export type ReferralTotal = z.infer<typeof referralTotal>;

/** A partner's customers' purchases and sales in a month, in one fiat currency. */
const referralVolume = z.object({
  /** `2026-11`, by the installation's days. */
  month: z.string(),
  currency: z.string(),
  /** Paid for what was bought, and got for what was sold. */
  amount: amountOutput,
  /** How many exchanges. */
  records: z.int(),
});
export type ReferralVolume = z.infer<typeof referralVolume>;

/** The totals above a partner's records. */
export const partnersBoard = z
  .object({
    /** Registration link of the partner; null if the partner has none. */
    partner_link: z.string().nullable(),
    /** How many registered through it. */
    customers: z.int(),
    totals: z.array(referralTotal),
    /** This month, `2026-11`, by the installation's days. */
    month: z.string(),
    /** The newest month first; one without exchanges is left out. */
    months: z.array(referralVolume),
  })
  .meta({ id: "PartnersBoard" });
export type PartnersBoard = z.infer<typeof partnersBoard>;
