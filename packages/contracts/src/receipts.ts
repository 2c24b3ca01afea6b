import { z } from "zod";
import { transactionDetail } from "./history.ts";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";

/** One movement of a ledger entry, the customer's accounts in words of their own. */
const receiptPosting = z.object({
  from: z.string(),
  to: z.string(),
  amount: amountOutput,
  currency: z.string(),
});

/** An entry of the books that a transaction made. */
const receiptEntry = z.object({
  id,
  description: z.string(),
  created_at: time,
  postings: z.array(receiptPosting),
});
export type ReceiptEntry = z.infer<typeof receiptEntry>;

/**
 * Everything that proves a transaction. `quote` is the signed rate of an exchange, a compact JWS whose signature any JOSE
 * library verifies with the public key of that `kid` from `jwks_url`; null if no rate was quoted.
 */
export const receipt = z
  .object({
    transaction: transactionDetail,
    customer: z.object({ name: z.string(), email: z.string() }),
    quote: z
      .object({ jws: z.string(), kid: z.string(), alg: z.literal("EdDSA"), jwks_url: z.url() })
      .nullable(),
    /** Oldest first: a transaction that was taken back has the reversing entry, too. */
    entries: z.array(receiptEntry),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof receipt>;
