/** The books as staff read them. */
import { z } from "zod";
import { time } from "./ids.ts";
import { amountOutput } from "./money.ts";

/** `at` is any moment up to now; now where it is left out. What was written at that moment counts. */
export const ledgerAccountsInput = z.object({
  at: z.iso.datetime({ offset: true, error: "Enter a time like 2026-01-31T09:30:00Z" }).optional(),
});

const houseAccount = z
  .object({
    /** `house:bank:AUD` */
    account: z.string(),
    purpose: z.string(),
    currency: z.string(),
    /** `debit`: what the house has. `credit`: what it has earned, or owes. */
    side: z.enum(["debit", "credit"]),
    /** Below zero where it is on the other side. */
    balance: z.string(),
  })
  .meta({ id: "HouseAccount" });

export const ledgerAccounts = z.object({
  at: time,
  house: z.array(houseAccount),
  customers: z.array(
    z.object({ currency: z.string(), available: amountOutput, held: amountOutput, total: amountOutput }),
  ),
});
export type LedgerAccounts = z.infer<typeof ledgerAccounts>;

export const ledgerCheck = z.object({
  accounts: z.int(),
  entries: z.int(),
  /** Empty where the books are right; amounts are smallest units. */
  mismatches: z.array(z.record(z.string(), z.string().nullable())),
});
export type LedgerCheck = z.infer<typeof ledgerCheck>;
