import type { CoinAttemptKind, CoinPayoutPurpose, CoinPayoutStatus } from "@wattle/contracts/choices";
import type { Network } from "@wattle/contracts/networks";
import type { Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface CoinPayoutsTable {
  id: string;
  network: Network;
  currency: string;
  what: CoinPayoutPurpose;
  status: CoinPayoutStatus;
  /** Script of the treasury's address that gets the change. */
  change_script: string;
  /** The venue's address, and what it gets, of a move there. */
  to_venue: Sealed<"coin_payouts.to_venue"> | null;
  created_by: string;
  created_at: Epoch;
  /** The second person. */
  released_by: string | null;
  released_at: Epoch | null;
  /** When it settled, or was cancelled. */
  ended_at: Epoch | null;
}

export const coinPayouts = apart<CoinPayoutsTable>("the operator's payments as a whole");

export type CoinPayoutRow = Selectable<CoinPayoutsTable>;

/** Which withdrawals a batch pays. A withdrawal's own row names its batch once that is released. */
interface CoinPayoutPaymentsTable {
  payout_id: string;
  transaction_id: string;
}

export const coinPayoutPayments = apart<CoinPayoutPaymentsTable>("identifiers of withdrawals");

/** Withdrawals that a batch could have paid, and does not. */
interface CoinPayoutLeftOutTable {
  payout_id: string;
  transaction_id: string;
  /** Our words, for staff. */
  reason: string;
}

export const coinPayoutLeftOut = apart<CoinPayoutLeftOutTable>("identifiers of withdrawals");

/**
 * Transactions of a batch: of several that spend the same coins, or the same nonce of an account, blocks take one. On networks with accounts
 * each is one payment, and those of one file have the same position.
 */
interface CoinAttemptsTable {
  id: string;
  payout_id: string;
  /** Counts from 0 in its batch. */
  position: bigint;
  kind: CoinAttemptKind;
  /** On Bitcoin it is known before it is signed, since signatures do not change it; on Ethereum null until then. */
  txid: string | null;
  /** Satoshi for 1,000 virtual bytes; the most wei for a unit of gas. */
  fee_rate: bigint;
  /** Base units; on Ethereum the most that it can take. */
  fee: bigint;
  /** Satoshi. */
  change: bigint;
  /** Virtual bytes; the most gas. */
  size: bigint;
  /** Only on networks with accounts, as the five below: the script of the account that pays. */
  sender: string | null;
  nonce: bigint | null;
  /** The withdrawal that it pays; null if it pays none. */
  transaction_id: string | null;
  /** Smallest units. */
  value: bigint | null;
  /** The most wei for a unit of gas that goes to the block's maker. */
  tip_rate: bigint | null;
  /** A hash of all that will be signed. */
  digest: string | null;
  made_at: Epoch;
  /** When the unsigned file was first taken: it may be signed since then. */
  fetched_at: Epoch | null;
  /** Signed, in hex: what is sent. */
  raw: string | null;
  stored_at: Epoch | null;
  sent_at: Epoch | null;
  settled_height: bigint | null;
  /** Base units that it took in its settled block, where that is less than `fee`. */
  paid_fee: bigint | null;
  /** Its settled block refused it: it spent its nonce and its fee, and paid no one. */
  failed: Flag;
  entry_id: string | null;
}

export const coinAttempts = apart<CoinAttemptsTable>("transactions of a public chain");

export type CoinAttempt = Selectable<CoinAttemptsTable>;

interface CoinAttemptInputsTable {
  attempt_id: string;
  network: Network;
  txid: string;
  output: bigint;
}

export const coinAttemptInputs = apart<CoinAttemptInputsTable>("outputs of a public chain");

/** Transactions that made coins of ours. Each proves its amounts by its id. */
interface ChainTransactionsTable {
  network: string;
  txid: string;
  raw: string;
}

export const chainTransactions = apart<ChainTransactionsTable>("transactions of a public chain");

/** Transactions that no batch made and that spent coins or a nonce of ours, once two people had them booked. */
interface UnknownSpendsTable {
  network: Network;
  txid: string;
  /** Height of the settled block that has it. */
  height: bigint;
  /** The entry of what it took, and of its fee; null if the books have neither. */
  entry_id: string | null;
}

export const unknownSpends = apart<UnknownSpendsTable>("transactions of a public chain");

export type UnknownSpend = Selectable<UnknownSpendsTable>;
