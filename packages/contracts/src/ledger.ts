/** The books as staff read them. */
import { z } from "zod";
import { LISTED_PURPOSES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { amountOutput, currencyCode } from "./money.ts";
import { wholeNumber } from "./paging.ts";

/** `at` is any moment up to now; now if it is left out. Entries of that moment count. */
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
    /** Below zero if it is on the other side. */
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
  /** Empty if the books are right; amounts are smallest units. */
  mismatches: z.array(z.record(z.string(), z.string().nullable())),
});
export type LedgerCheck = z.infer<typeof ledgerCheck>;

/** A ledger entry as it is in the books. */
export const ledgerEntry = z
  .object({
    id,
    kind: z.string(),
    description: z.string(),
    /** The entry that this one takes back. */
    reverses: id.nullable(),
    created_by: z.string(),
    created_at: time,
    postings: z.array(
      z.object({
        source: z.string(),
        destination: z.string(),
        amount: amountOutput,
        currency: z.string(),
      }),
    ),
  })
  .meta({ id: "LedgerEntry" });

export const ledgerEntryInput = z.object({ id });

export const ledgerEntryRecord = ledgerEntry
  .extend({
    /** The entry that takes this one back. */
    reversed_by: id.nullable(),
    /** The second person, if there was one. */
    approved_by: z.string().nullable(),
    /** Email addresses of the accounts that the entry names, by their identifiers. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: "LedgerEntryRecord" });
export type LedgerEntryRecord = z.infer<typeof ledgerEntryRecord>;

/** Effect of a posting on the account that is looked at. */
const movement = z
  .object({
    entry_id: id,
    kind: z.string(),
    description: z.string(),
    /** `available` or `held` of a customer; else what the house's account is for. */
    purpose: z.string(),
    /** The account on the other side of the posting. */
    other: z.string(),
    currency: z.string(),
    /** Below zero if the account has less after it. */
    change: z.string(),
    created_at: time,
  })
  .meta({ id: "LedgerMovement" });
export type LedgerMovement = z.infer<typeof movement>;

/** `limit` counts entries, all of whose postings are answered together. */
const piece = { limit: wholeNumber(1, 200).default(50) };

export const customerMovementsInput = z.object({ customer_id: id, after: cursor.optional(), ...piece });

export const accountMovementsInput = z.object({
  purpose: z.enum(LISTED_PURPOSES, { error: "Choose an account" }),
  currency: currencyCode,
  after: id.optional(),
  ...piece,
});

/** Newest first. */
export const movements = z.object({
  data: z.array(movement),
  /** For the entries after these; null if there are none. */
  next: z.string().nullable(),
});
export type Movements = z.infer<typeof movements>;

export const customerMovements = movements.extend({
  customer: z.object({ id, email: z.string(), name: z.string() }),
});
export type CustomerMovements = z.infer<typeof customerMovements>;
