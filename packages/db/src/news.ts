import { sql } from "kysely";
import type { TransactionStatus, TransactionType } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";

/** A change of a deposit or withdrawal. Amounts are smallest units, times milliseconds since 1970. */
export interface NewsRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly transaction_type: TransactionType;
  readonly to_status: TransactionStatus;
  readonly debit: bigint;
  readonly debit_currency: string;
  readonly reference: string;
  readonly created_at: bigint;
}

/** Changes by others than the customer to the customer's deposits and withdrawals since a time, oldest first. */
export async function listNews(
  reader: Reader,
  userId: string,
  since: bigint,
  limit: number,
): Promise<NewsRow[]> {
  return (
    reader
      .selectFrom("transactions")
      .innerJoin("transaction_events", "transaction_events.transaction_id", "transactions.id")
      .select([
        "transaction_events.id",
        "transaction_events.transaction_id",
        "transactions.transaction_type",
        "transaction_events.to_status",
        "transactions.debit",
        "transactions.debit_currency",
        "transactions.reference",
        "transaction_events.created_at",
      ])
      .where("transactions.user_id", "=", userId)
      // In the words of the partial index.
      .where(sql<boolean>`transactions.transaction_type in ('deposit', 'withdraw')`)
      .where("transactions.updated_at", ">=", since)
      .where("transaction_events.created_at", ">=", since)
      .where("transaction_events.actor", "<>", userId)
      .orderBy("transaction_events.created_at")
      .orderBy("transaction_events.id")
      .limit(BigInt(limit))
      .execute()
  );
}
