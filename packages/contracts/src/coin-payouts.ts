/** Coins that leave: batches of withdrawals, and moves of the operator's own coins. */
import { z } from "zod";
import { COIN_ATTEMPT_KINDS, COIN_MOVES, COIN_PAYOUT_PURPOSES, COIN_PAYOUT_STATUSES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { id, time } from "./ids.ts";
import { amountInput, amountOutput, currencyCode } from "./money.ts";
import { NETWORKS } from "./networks.ts";
import { wholeNumber } from "./paging.ts";

/** So many payments are in a batch at most: a person compares them with the signer's screen. */
export const MOST_COIN_PAYMENTS = 100;
/** Characters of the largest signed file: 200 inputs, each with its previous transaction. */
export const LONGEST_PAYMENT_FILE = 12 * 1024 * 1024;

const reference = z
  .string({ error: "Reference is a required field" })
  .trim()
  .min(1, "Reference is a required field")
  .max(40, "Reference is not valid.");

export const createCoinPayoutInput = z.object({
  currency: currencyCode,
  /** References of withdrawals that a recipient refused in a block: they are left out unless they are named here. */
  again: z.array(reference).max(MOST_COIN_PAYMENTS, "Name fewer references").default([]),
});
export const coinPayoutInput = z.object({ id });
export const coinPayoutRowInput = z.object({ id, reference });
export const importCoinPayoutInput = z.object({
  id,
  /** The signed file, in base64. */
  content: z
    .string("Choose a file")
    .min(1, "Choose a file")
    .max(LONGEST_PAYMENT_FILE, "This file is too large"),
});
export const bumpCoinPayoutInput = z.object({
  id,
  /** In sat/vB or gwei. */
  fee_rate: z
    .string("Enter a fee rate like 12.5")
    .regex(/^\d{1,7}(\.\d{1,9})?$/, "Enter a fee rate like 12.5"),
});
const LONGEST_ADDRESS = 200;

/** `address` and `amount` are for a move to the venue: its address for our deposits, and the coins that it gets. */
export const coinMoveInput = z
  .object({
    network: z.enum(NETWORKS, "Choose a network"),
    what: z.enum(COIN_MOVES, "Choose sweep, consolidate or venue"),
    address: z.string("Enter an address").trim().min(1, "Enter an address").max(LONGEST_ADDRESS).optional(),
    amount: amountInput.optional(),
  })
  .superRefine(({ what, address, amount }, context) => {
    for (const [field, given] of Object.entries({ address, amount }))
      if ((given !== undefined) !== (what === "venue"))
        context.addIssue({
          code: "custom",
          path: [field],
          message: what === "venue" ? "A move to the venue needs this" : "Only a move to the venue has this",
        });
  });

const coinPayoutSummary = z
  .object({
    id,
    network: z.enum(NETWORKS),
    currency: z.string(),
    what: z.enum(COIN_PAYOUT_PURPOSES),
    status: z.enum(COIN_PAYOUT_STATUSES),
    count: z.int(),
    /** Sum of the payments, or what the venue gets. */
    total: amountOutput,
    /** In sat/vB or gwei, of the newest attempt or file. */
    fee_rate: z.string(),
    /** On Ethereum it is the most that may be paid, until a block says what was. */
    fee: amountOutput,
    /** Comes back to the treasury. */
    change: amountOutput,
    created_by: z.string(),
    created_at: time,
    /** The second person. */
    released_by: z.string().nullable(),
    released_at: time.nullable(),
    /** When a file of it was first taken. */
    filed_at: time.nullable(),
    ended_at: time.nullable(),
  })
  .meta({ id: "CoinPayoutSummary" });
export type CoinPayoutSummary = z.infer<typeof coinPayoutSummary>;

/** A signed transaction. */
const coinAttempt = z.object({
  txid: z.string(),
  /** Null on Bitcoin. */
  nonce: z.int().nullable(),
  /** Address that pays; null on Bitcoin. */
  sender: z.string().nullable(),
  /** The only withdrawal that it pays; null on Bitcoin, and if it pays none. */
  reference: z.string().nullable(),
  kind: z.enum(COIN_ATTEMPT_KINDS),
  fee_rate: z.string(),
  fee: amountOutput,
  stored_at: time,
  /** When a node took it; null while none has. */
  sent_at: time.nullable(),
  /** Height of its settled block; null before. */
  height: z.int().nullable(),
  /** That block refused it: it cost its fee, and paid no one. */
  failed: z.boolean(),
});

export const coinPayout = coinPayoutSummary
  .extend({
    payments: z.array(
      z.object({
        reference: z.string(),
        customer: z.object({ id, email: z.string(), name: z.string() }),
        address: z.string(),
        amount: amountOutput,
        /** Whether the customer may be paid at this moment. */
        payable: z.boolean(),
        /** Null on Bitcoin. */
        nonce: z.int().nullable(),
        /** The newest transaction that pays it; null while none is signed. */
        txid: z.string().nullable(),
        /** A block refused the payment. */
        failed: z.boolean(),
      }),
    ),
    /** Withdrawals that could not be in it. */
    left_out: z.array(z.object({ reference: z.string(), reason: z.string() })),
    /** Null unless the batch is a move to the venue. */
    to_venue: z.object({ address: z.string(), amount: amountOutput }).nullable(),
    attempts: z.array(coinAttempt),
    /** The file that waits for its signatures; null if there is none. */
    file: z
      .object({
        kind: z.enum(COIN_ATTEMPT_KINDS),
        fee_rate: z.string(),
        fee: amountOutput,
        /** When it was first taken. */
        fetched_at: time.nullable(),
      })
      .nullable(),
    /** Block explorer of the installation, without a slash at its end; null if it has none. */
    explorer_url: z.string().nullable(),
  })
  .meta({ id: "CoinPayout" });
export type CoinPayout = z.infer<typeof coinPayout>;

/** Newest first. */
export const coinPayoutsInput = z
  .object({
    status: z.enum(COIN_PAYOUT_STATUSES, "Choose a status").optional(),
    currency: currencyCode.optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});
export const coinPayouts = z.object({ data: z.array(coinPayoutSummary), next: z.string().nullable() });

/** The file for the signer, in base64. */
export const coinPayoutFile = z.object({ filename: z.string(), content: z.string() });
