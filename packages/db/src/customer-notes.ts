import type { CustomerNote } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";

/** Keeps what a member of staff wrote about a customer; no note is ever changed. */
export async function insertCustomerNote(tx: WriteTx, note: CustomerNote): Promise<void> {
  await tx.insertInto("customer_notes").values(note).execute();
}

/** How many notes of staff each of some customers has; one without a note is not in the map. */
export async function countCustomerNotes(
  reader: AnyReader,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const counts = await reader
    .selectFrom("customer_notes")
    .select(({ fn }) => ["user_id", fn.countAll<bigint>().as("total")])
    .where("user_id", "in", userIds)
    .groupBy("user_id")
    .execute();
  return new Map(counts.map(({ user_id: id, total }) => [id, Number(total)]));
}

/** Notes of staff about a customer, newest first. */
export async function listCustomerNotes(reader: Reader, userId: string): Promise<CustomerNote[]> {
  return reader
    .selectFrom("customer_notes")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
