/** What waits for staff: how much of it, and since when. */
import type { BankTransactionType, Epoch, TransactionStatus } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";

export interface QueueLength {
  readonly count: number;
  /** Null where nothing waits. */
  readonly oldest: Epoch | null;
}

interface Counted {
  readonly total: bigint;
  readonly oldest: Epoch | null;
}

const lengthOf = ({ total, oldest }: Counted): QueueLength => ({ count: Number(total), oldest });

/** Identities that were sent and wait for a decision. */
export async function countSentIdentities(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("users")
      .leftJoin("identities", "identities.user_id", "users.id")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("identities.submitted_at").as("oldest"),
      ])
      .where("users.status", "=", "pending")
      .executeTakeFirstOrThrow(),
  );
}

/** Deposits or withdrawals in a state that staff end. */
export async function countBankTransactions(
  reader: Reader,
  type: BankTransactionType,
  status: TransactionStatus,
): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("transactions")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("transaction_type", "=", type)
      .where("status", "=", status)
      .executeTakeFirstOrThrow(),
  );
}

/** Enquiries that no one has handled. */
export async function countOpenEnquiries(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("enquiries")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        fn.min<Epoch | null>("created_at").as("oldest"),
      ])
      .where("handled_at", "is", null)
      .executeTakeFirstOrThrow(),
  );
}

/** What is paused. */
export async function countPaused(reader: Reader): Promise<QueueLength> {
  return lengthOf(
    await reader
      .selectFrom("switches")
      .select(({ fn }) => [fn.countAll<bigint>().as("total"), fn.min<Epoch | null>("set_at").as("oldest")])
      .where("paused", "=", 1n)
      .executeTakeFirstOrThrow(),
  );
}
