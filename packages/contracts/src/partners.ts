import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { pageMeta, paging } from "./paging.ts";

export const referralsInput = paging;

export const referral = z
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
