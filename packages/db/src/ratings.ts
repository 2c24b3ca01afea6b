/** Ratings of customers that compliance has set. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { CustomerRatingRow } from "./tables.ts";

export async function insertRating(tx: WriteTx, row: CustomerRatingRow): Promise<void> {
  await tx.insertInto("customer_ratings").values(row).execute();
}

export const newestRating = (reader: Reader, userId: string): Promise<CustomerRatingRow | undefined> =>
  reader
    .selectFrom("customer_ratings")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("set_at", "desc")
    .orderBy("id", "desc")
    .limit(1n)
    .executeTakeFirst();
