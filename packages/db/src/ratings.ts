/** Ratings of customers: those that compliance has set, and the one that counts. */
import type { Reader, WriteTx } from "./handles/handles.ts";
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

/** Whether large withdrawals of a customer wait for the source of funds. */
export async function waitsForFunds(reader: Reader, userId: string): Promise<boolean> {
  const risk = await findRisk(reader, userId);
  return risk !== undefined && risk.funds_asked_at !== null && risk.funds_settled_at === null;
}

/** Whether all withdrawals of a customer are on hold until the source of funds is known. */
export const isHeldForFunds = async (reader: Reader, userId: string): Promise<boolean> =>
  (await findRisk(reader, userId))?.holds === 1n;

/** Customers whose rating is to be looked at on a day or before it, in the order of their identifiers. */
export async function listDueReviews(
  reader: Reader,
  day: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom("customer_risks")
    .select("user_id")
    .where("review_on", "<=", day)
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** A customer's credited deposits since a time, or withdrawals that wait: an amount each. */
export const listAmounts = (
  reader: Reader,
  userId: string,
  of: { readonly depositsSince: Epoch } | "waiting withdrawals",
): Promise<{ credit: bigint; credit_currency: string }[]> => {
  const own = reader
    .selectFrom("transactions")
    .select(["credit", "credit_currency"])
    .where("user_id", "=", userId);
  return of === "waiting withdrawals"
    ? own.where("transaction_type", "=", "withdraw").where("status", "=", "requested").execute()
    : own
        .where("transaction_type", "=", "deposit")
        .where("status", "=", "completed")
        .where("updated_at", ">=", of.depositsSince)
        .execute();
};
