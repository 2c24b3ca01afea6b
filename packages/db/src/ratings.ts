/** Ratings of customers: those that compliance has set, and the one that counts. */
import { sql } from "kysely";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import type { CustomerRatingRow, CustomerRisk, Epoch } from "./tables.ts";

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

export const findRisk = (reader: Reader, userId: string): Promise<CustomerRisk | undefined> =>
  reader.selectFrom("customer_risks").selectAll().where("user_id", "=", userId).executeTakeFirst();

export async function keepRisk(tx: WriteTx, row: CustomerRisk): Promise<void> {
  await tx
    .insertInto("customer_risks")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/**
 * Customers after one, in the order of their identifiers, each with the rating that counts: null as long as there is
 * none.
 */
export const listRated = (
  reader: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ id: string; rating: CustomerRisk["rating"] | null; review_on: string | null }[]> =>
  reader
    .selectFrom("users")
    .leftJoin("customer_risks as risk", "risk.user_id", "users.id")
    .select(["users.id", "risk.rating", "risk.review_on"])
    .where("users.status", "in", ["pending", "verified"])
    .where("users.id", ">", after)
    .orderBy("users.id")
    .limit(BigInt(limit))
    .execute();

/** Amounts of a customer that a rating or a limit looks at. */
type Amounts =
  | { readonly depositsSince: Epoch }
  /** Asked for since, and not taken back, refused or returned. */
  | { readonly withdrawalsSince: Epoch }
  | "waiting withdrawals";

/** A customer's credited deposits or withdrawals since a time, or withdrawals that wait: an amount each. */
export const listAmounts = (
  reader: Reader,
  userId: string,
  of: Amounts,
): Promise<{ id: string; credit: bigint; credit_currency: string }[]> => {
  const own = reader
    .selectFrom("transactions")
    .select(["id", "credit", "credit_currency"])
    .where("user_id", "=", userId);
  if (of === "waiting withdrawals")
    return (
      own
        .where("transaction_type", "=", "withdraw")
        .where("status", "=", "requested")
        // The words of the partial index: not all withdrawals that wait are read.
        .where("status", "<>", sql.lit("completed"))
        .execute()
    );
  const moved = own.where(OF_BANKS);
  return "depositsSince" in of
    ? moved
        .where("transaction_type", "=", "deposit")
        .where("status", "=", "completed")
        .where("updated_at", ">=", of.depositsSince)
        .execute()
    : moved
        .where("transaction_type", "=", "withdraw")
        .where("status", "in", ["requested", "sent", "completed"])
        .where("created_at", ">=", of.withdrawalsSince)
        .execute();
};
