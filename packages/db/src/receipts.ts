import type { Reader } from "./handles/handles.ts";

/** A ledger entry with its postings, in their order. Amounts are smallest units, times milliseconds since 1970. */
export interface EntryWithPostings {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly reverses_entry_id: string | null;
  readonly created_by: string;
  readonly created_at: bigint;
  readonly postings: readonly {
    readonly source_account: string;
    readonly destination_account: string;
    readonly currency: string;
    readonly amount: bigint;
  }[];
}

/** The ledger entries that a customer's own transaction made, oldest first; none where it is another customer's. */
export async function entriesOfTransaction(
  reader: Reader,
  userId: string,
  transactionId: string,
): Promise<EntryWithPostings[]> {
  const own = reader
    .selectFrom("transactions")
    .select("entry_id")
    .where("id", "=", transactionId)
    .where("user_id", "=", userId);
  const changes = reader
    .selectFrom("transaction_events")
    .innerJoin("transactions", "transactions.id", "transaction_events.transaction_id")
    .select("transaction_events.entry_id")
    .where("transaction_events.transaction_id", "=", transactionId)
    .where("transactions.user_id", "=", userId);
  const ids = (await own.union(changes).execute()).flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length === 0) return [];
  const entries = await reader
    .selectFrom("ledger_entries")
    .select(["id", "kind", "description", "reverses_entry_id", "created_by", "created_at"])
    .where("id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const postings = await reader
    .selectFrom("ledger_postings")
    .select(["entry_id", "source_account", "destination_account", "currency", "amount"])
    .where("entry_id", "in", ids)
    .orderBy("entry_id")
    .orderBy("position")
    .execute();
  return entries.map((entry) => ({
    ...entry,
    postings: postings.filter(({ entry_id }) => entry_id === entry.id),
  }));
}
