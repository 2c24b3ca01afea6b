import type { Reader } from "./handles/handles.ts";
import { readEntries, type EntryWithPostings } from "./ledger/entries.ts";

/** The ledger entries that a customer's own transaction made, oldest first; none if it is another customer's. */
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
  return readEntries(reader, ids);
}
