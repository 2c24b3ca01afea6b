import type { CustomerNote } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** Keeps what a member of staff wrote about a customer; no note is ever changed. */
export async function insertCustomerNote(tx: WriteTx, note: CustomerNote): Promise<void> {
  await tx.insertInto("customer_notes").values(note).execute();
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
