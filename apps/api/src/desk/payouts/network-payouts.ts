/** Batches of coins differ between networks in what an attempt spends and costs, and in how its file is made and read. */
import type { CoinPayoutPurpose } from "@wattle/contracts/choices";
import type { Network } from "@wattle/contracts/networks";
import type { LeftOut } from "@wattle/db/coin-payouts";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { VenuePayment } from "../../coins/venue-payment.ts";
import type { ActServices } from "../approvals/act.ts";
import type { Replaceable } from "./draft-coin-payouts.ts";

/** Attempts that were chosen, and are not yet written. */
export interface Chosen {
  /** The withdrawals that they pay. */
  readonly members: readonly Payment[];
  readonly leftOut: readonly LeftOut[];
  /** As `CoinAttempt.fee_rate`. */
  readonly rate: bigint;
  /** The most that they take, in smallest units. */
  readonly fee: bigint;
  /** Writes them. From then on they own what they spend. */
  readonly write: (tx: WriteTx, position: bigint) => Promise<void>;
}

/** A batch that someone wants to make. */
export interface Asked {
  readonly network: Network;
  readonly currency: string;
  readonly what: CoinPayoutPurpose;
  /** The venue's payment, of a move there. */
  readonly to: VenuePayment | undefined;
  /** References of withdrawals that are paid though their recipients are costly, or have refused one. */
  readonly again: readonly string[];
  /** Withdrawals that may be in it. */
  readonly candidates: readonly Payment[];
}

/** Coins or nonces that may be spent, as the transaction finds them that makes a batch. */
export interface Drafting {
  /** Transactions of cancelled batches that may be signed yet. */
  readonly unburied: readonly Replaceable[];
  /** Whether a batch is of use that pays no one. */
  readonly mayBeEmpty: boolean;
  /**
   * As many of the withdrawals as can be paid, in their order, or the move.
   * @param before those that are left out already
   * @throws DomainError `state_conflict` if there is nothing to pay with, or to move; `validation_failed` if all are left out
   */
  readonly choose: (
    payout: CoinPayoutRow,
    members: readonly Payment[],
    before?: readonly LeftOut[],
  ) => Chosen;
}

export interface SignedAttempt {
  readonly attempt: CoinAttempt;
  readonly txid: string;
  readonly raw: Uint8Array;
}

export interface NetworkPayouts {
  /**
   * Asks the node, before anything is locked, for all that a new batch depends on.
   * @throws DomainError `service_unavailable`; `state_conflict` if the network has no such batches
   * @returns what reads what is free, once the network is locked. It throws `paused`
   */
  readonly prepare: (services: ActServices, asked: Asked) => Promise<(tx: WriteTx) => Promise<Drafting>>;
  /** Attempts of a draft for these withdrawals of it, at its own fee rate. @throws DomainError as `Drafting.choose` */
  readonly chooseAgain: (
    tx: WriteTx,
    services: ActServices,
    payout: CoinPayoutRow,
    members: readonly Payment[],
  ) => Promise<Chosen>;
  /** Whether a draft can no longer be as it is. */
  readonly mustChooseAgain: (tx: WriteTx, payout: CoinPayoutRow) => Promise<boolean>;
  /**
   * Attempts at a higher fee that take the place of all earlier ones that no block has settled.
   * @throws DomainError `validation_failed` at `fee_rate`; `state_conflict` if that can't be
   */
  readonly bump: (tx: WriteTx, services: ActServices, payout: CoinPayoutRow, rate: string) => Promise<Chosen>;
  /** The node's rate. @throws DomainError `service_unavailable` */
  readonly nodeRate: (services: ActServices) => Promise<bigint>;
  /** Attempts that pay no one, in the place of the earlier ones. @param rate of the node. @throws DomainError `state_conflict` if that can't be */
  readonly cancel: (
    tx: WriteTx,
    services: ActServices,
    payout: CoinPayoutRow,
    rate: bigint,
  ) => Promise<Chosen>;
  /**
   * Attempts without payments that free what a batch that was given up leaves behind; undefined if no signed payment waits for it.
   * Networks on which payments never wait for each other have none.
   */
  readonly fillGap?: (
    tx: WriteTx,
    services: ActServices,
    givenUp: readonly CoinAttempt[],
  ) => Promise<((draft: CoinPayoutRow) => Chosen) | undefined>;
  /**
   * The unsigned file of the newest attempts: the same each time.
   * @throws DomainError `state_conflict` if it is no longer what was released; WalletChanged
   */
  readonly fileOf: (
    services: ActServices,
    payout: CoinPayoutRow,
    newest: readonly CoinAttempt[],
  ) => Promise<Uint8Array>;
  /** End of the file's name. */
  readonly extension: "psbt" | "json";
  /** Reads a signed file. @throws Refused if it differs from the released one in more than signatures; DomainError `state_conflict` */
  readonly checkSigned: (
    released: Uint8Array,
    content: Uint8Array,
    newest: readonly CoinAttempt[],
  ) => readonly SignedAttempt[];
  /** Those of the withdrawals of a batch that the attempts may pay yet. */
  readonly mayPay: (
    reader: Reader,
    payout: CoinPayoutRow,
    newest: readonly CoinAttempt[],
    members: readonly Payment[],
  ) => Promise<readonly Payment[]>;
}
