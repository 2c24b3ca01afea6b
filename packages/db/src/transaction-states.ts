/** How rows of a history come from one state to the next, each time with a record of who did it and why. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import { isPaidByFile } from "./paying-files.ts";
import type { Transaction, TransactionEvent, TransactionStatus } from "./tables.ts";

/** Actor, time and reason of a row's status. */
interface StatusRecord {
  /** Id of the record itself. */
  readonly eventId: string;
  readonly to: TransactionStatus;
  readonly actor: string;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly at: bigint;
  /** The ledger entry that goes with it. */
  readonly entryId?: string | undefined;
}

/** A change of a row's status, with who made it and why. */
export interface StatusChange extends StatusRecord {
  readonly from: TransactionStatus;
  /**
   * Credit of the row when the caller read it, in smallest units: a deposit may have been credited with more meanwhile.
   */
  readonly credit: bigint;
  /** The batch that pays the row. One that is requested and in another batch, or in any if none is named, is not changed. */
  readonly payoutBatch?: string | undefined;
  /** The same for a released batch of coins. */
  readonly coinPayout?: string | undefined;
  /** Other columns that the change sets; amounts are smallest units. */
  readonly set?: {
    readonly txid?: string | null;
    readonly coin_payout_id?: null;
    readonly credit?: bigint;
    readonly debit?: bigint;
    readonly bank_reference?: string | null;
    /** As `bankReferenceKey` makes it. */
    readonly bank_reference_key?: string | null;
  };
}

/** Records the status a new row begins with. */
export async function recordFirstStatus(
  tx: WriteTx,
  transactionId: string,
  first: StatusRecord,
): Promise<void> {
  await insertEvent(tx, transactionId, null, first);
}

/**
 * Moves a row from one status to another and records it. The row names its first ledger entry; later ones are named by their events.
 * @returns the row as it is now; undefined, and nothing is written, if it is not (or no longer) in the status `from` with that
 *   credit: of two concurrent calls one wins; or if it would be given back while a file may pay it
 */
export async function changeTransactionStatus(
  tx: WriteTx,
  userId: string,
  id: string,
  change: StatusChange,
): Promise<Transaction | undefined> {
  const { entryId, set = {}, payoutBatch, coinPayout } = change;
  const changed = await tx
    .updateTable("transactions")
    .set((row) => ({
      ...set,
      status: change.to,
      updated_at: change.at,
      ...(entryId === undefined ? {} : { entry_id: row.fn.coalesce("entry_id", row.val(entryId)) }),
    }))
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("status", "=", change.from)
    .where("credit", "=", change.credit)
    .$if(change.from === "requested", (rows) =>
      rows.where((row) =>
        row.and([
          row("payout_batch_id", payoutBatch === undefined ? "is" : "=", payoutBatch ?? null),
          row("coin_payout_id", coinPayout === undefined ? "is" : "=", coinPayout ?? null),
        ]),
      ),
    )
    .$if(change.to === "cancelled" || change.to === "rejected", (rows) =>
      rows.where((row) => row.not(isPaidByFile(row))),
    )
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) return undefined;
  await insertEvent(tx, id, change.from, change);
  return changed;
}

/**
 * Adds a payment to a completed deposit, or takes one of several back (below zero), and records it.
 * @returns the deposit as it is now; undefined, and nothing is written, if it is not completed, or not with the amount that the
 *   caller has read
 */
export async function changeCreditedAmount(
  tx: WriteTx,
  row: Pick<Transaction, "id" | "user_id" | "credit">,
  by: bigint,
  record: Omit<StatusRecord, "to">,
): Promise<Transaction | undefined> {
  const changed = await tx
    .updateTable("transactions")
    .set((deposit) => ({
      credit: deposit("credit", "+", by),
      debit: deposit("debit", "+", by),
      updated_at: record.at,
    }))
    .where("id", "=", row.id)
    .where("user_id", "=", row.user_id)
    .where("status", "=", "completed")
    .where("credit", "=", row.credit)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) return undefined;
  await insertEvent(tx, row.id, "completed", { ...record, to: "completed" });
  return changed;
}

async function insertEvent(
  tx: WriteTx,
  transactionId: string,
  from: TransactionStatus | null,
  { eventId, to, actor, reason, at, entryId }: StatusRecord,
): Promise<void> {
  await tx
    .insertInto("transaction_events")
    .values({
      id: eventId,
      transaction_id: transactionId,
      from_status: from,
      to_status: to,
      actor,
      reason,
      created_at: at,
      entry_id: entryId ?? null,
    })
    .execute();
}

/** The status changes of one row of a customer's history, oldest first. */
export async function listTransactionEvents(
  reader: Reader,
  userId: string,
  transactionId: string,
): Promise<TransactionEvent[]> {
  return reader
    .selectFrom("transaction_events")
    .innerJoin("transactions", "transactions.id", "transaction_events.transaction_id")
    .selectAll("transaction_events")
    .where("transaction_events.transaction_id", "=", transactionId)
    .where("transactions.user_id", "=", userId)
    .orderBy("transaction_events.created_at")
    .orderBy("transaction_events.id")
    .execute();
}
