import { z } from "zod";
import { auditRecord } from "./back-office.ts";
import { bankTransaction } from "./bank-operations.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { onrampOrderFile } from "./onramp.ts";
import { receipt } from "./receipts.ts";

/** A ledger entry as it is in the books. */
const ledgerEntry = z
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

/** Everything that staff can know of a transaction of whatever kind. */
export const transactionRecord = bankTransaction
  .extend({
    /** The signed rate of an exchange. */
    quote: receipt.shape.quote,
    /** Oldest first. */
    entries: z.array(ledgerEntry),
    /** The order at the payment provider, of coins bought by card. */
    order: onrampOrderFile.nullable(),
    /** What staff did with it, newest first. */
    audit: z.array(auditRecord),
  })
  .meta({ id: "TransactionRecord" });
export type TransactionRecord = z.infer<typeof transactionRecord>;
