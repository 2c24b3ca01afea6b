import { z } from "zod";
import { auditLine } from "./desk.ts";
import { bankTransaction } from "./bank-operations.ts";
import { time } from "./ids.ts";
import { ledgerEntry } from "./ledger.ts";
import { onrampOrderFile } from "./onramp.ts";
import { receipt } from "./receipts.ts";

/** Everything that staff can know of a transaction of whatever kind. */
export const transactionRecord = bankTransaction
  .extend({
    /** The signed rate of an exchange. */
    quote: receipt.shape.quote,
    /**
     * Worth of an exchange's coin by the last price recorded before it: one coin in money, plain decimal text, and
     * when. Null for other kinds, and if none was recorded. `doubt` is the pause of the market nearest to the
     * exchange, within a quarter of an hour of it, where the system doubted its price; null if there was none.
     */
    market_price: z
      .object({
        rate: z.string(),
        recorded_at: time,
        doubt: z.object({ pair: z.string(), at: time, reason: z.string() }).nullable(),
      })
      .nullable(),
    /** Oldest first. */
    entries: z.array(ledgerEntry),
    /** The order at the payment provider, of coins bought by card. */
    order: onrampOrderFile.nullable(),
    /** Acts of staff on it, newest first. */
    audit: z.array(auditLine),
  })
  .meta({ id: "TransactionRecord" });
export type TransactionRecord = z.infer<typeof transactionRecord>;
