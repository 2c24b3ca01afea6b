/** Price alerts: one email when a coin's price is above or below a figure, then off. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, PriceAlertRow } from "./tables.ts";

export async function insertPriceAlert(tx: WriteTx, alert: PriceAlertRow): Promise<void> {
  await tx.insertInto("price_alerts").values(alert).execute();
}

/** How many alerts of a customer wait. The caller holds the customer's row. */
export async function countWaitingAlerts(tx: WriteTx, userId: string): Promise<number> {
  const { total } = await tx
    .selectFrom("price_alerts")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .where("reached_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A customer's alerts: waiting ones first, newest first. */
export async function listPriceAlerts(
  reader: Reader,
  userId: string,
  limit: number,
): Promise<PriceAlertRow[]> {
  return reader
    .selectFrom("price_alerts")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy((eb) => eb.case().when("reached_at", "is", null).then(0n).else(1n).end())
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** @returns false if there is none, or it is another customer's */
export async function deletePriceAlert(tx: WriteTx, userId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("price_alerts")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}

/**
 * Alerts of verified customers that wait, oldest first.
 * @param after where the page before ended; the empty text for the first
 */
export async function listWaitingAlerts(
  reader: Reader,
  after: string,
  limit: number,
): Promise<PriceAlertRow[]> {
  return reader
    .selectFrom("price_alerts as alert")
    .innerJoin("users as owner", "owner.id", "alert.user_id")
    .selectAll("alert")
    .where("alert.reached_at", "is", null)
    .where("alert.id", ">", after)
    .where("owner.status", "=", "verified")
    .orderBy("alert.id")
    .limit(BigInt(limit))
    .execute();
}

/** Takes an alert that was reached, so that it is emailed once. @returns false if it was taken, or removed, before */
export async function takeAlert(
  tx: WriteTx,
  id: string,
  reached: { readonly at: Epoch; readonly price: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable("price_alerts")
    .set({ reached_at: reached.at, reached_price: reached.price })
    .where("id", "=", id)
    .where("reached_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
