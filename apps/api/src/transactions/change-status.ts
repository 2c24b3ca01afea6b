import { DomainError } from "@wattle/contracts/errors";
import type { TransactionActor } from "@wattle/contracts/history-rules";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import type { WriteTx } from "@wattle/db/database";
import {
  changeCreditedAmount,
  changeTransactionStatus,
  type StatusChange,
} from "@wattle/db/transaction-states";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import type { EventServices } from "../events/record-event.ts";
import { recordTransactionEvent } from "./record-transaction-event.ts";

/** Actor of a change: its kind, and its user id or, for the system, its name. */
export interface Actor {
  readonly kind: TransactionActor;
  readonly id: string;
  /** The second person, where the change needed one. */
  readonly approvedBy?: string | undefined;
}

interface Change {
  readonly to: TransactionRow["status"];
  readonly by: Actor;
  readonly reason: string | null;
  /** The batch that pays a withdrawal. */
  readonly payoutBatch?: string | undefined;
  /** The released batch of coins that pays it. */
  readonly coinPayout?: string | undefined;
  /** Columns that the change sets apart from the status. */
  readonly set?: NonNullable<StatusChange["set"]>;
  /** The money that moves with it. */
  readonly entry?: {
    readonly kind: string;
    readonly description: string;
    readonly postings: readonly Posting[];
    /** The entry it takes back. */
    readonly reverses?: string;
  };
}

/**
 * Brings a deposit or withdrawal to another status, moves the money that goes with it and records who, when and why,
 * and the event: all or nothing, in the caller's transaction. One of concurrent calls for the same row wins.
 * @param row as it was read in this transaction
 * @throws DomainError `state_conflict` if the table of transitions does not have it, or a concurrent call was first, or another batch pays it;
 *   InsufficientFundsError as `postEntry`
 */
export async function changeStatus(
  tx: WriteTx,
  services: EventServices,
  row: TransactionRow,
  { to, by, reason, payoutBatch, coinPayout, set, entry }: Change,
): Promise<void> {
  if (!mayChange(row.transaction_type, row.status, to, by.kind)) throw new DomainError("state_conflict");
  const { clock, ids } = services;
  const at = BigInt(clock.now());
  const entryId = entry === undefined ? undefined : ids.uuid();
  const changed = await changeTransactionStatus(tx, row.user_id, row.id, {
    eventId: ids.uuid(),
    from: row.status,
    credit: row.credit,
    to,
    actor: by.id,
    reason,
    at,
    payoutBatch,
    coinPayout,
    ...(set !== undefined && { set }),
    ...(entryId !== undefined && { entryId }),
  });
  if (changed === undefined) throw new DomainError("state_conflict");
  await recordTransactionEvent(tx, services, changed);
  if (entry === undefined || entryId === undefined) return;
  await postEntry(tx, { ...entry, id: entryId, createdBy: by.id, approvedBy: by.approvedBy, createdAt: at });
}

/**
 * Adds a payment to a completed deposit, or takes one of several back (below zero); the event has the deposit as it is then.
 * @throws DomainError `state_conflict` if a concurrent call was first
 */
export async function changeCredited(
  tx: WriteTx,
  services: EventServices,
  ...[row, by, record]: Parameters<typeof changeCreditedAmount> extends [unknown, ...infer Rest]
    ? Rest
    : never
): Promise<void> {
  const changed = await changeCreditedAmount(tx, row, by, record);
  if (changed === undefined) throw new DomainError("state_conflict");
  await recordTransactionEvent(tx, services, changed, row.credit);
}
