/** The wallets that customers send coins to. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import { lookAtPayee } from "./monitoring.ts";
import { screenLater } from "./screening.ts";
import type { CoinPayeeRow } from "./tables.ts";

/** A customer's payees, oldest first. */
export const listCoinPayees = (reader: Reader, userId: string): Promise<CoinPayeeRow[]> =>
  reader
    .selectFrom("coin_payees")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** One payee of a customer; undefined also if it is another customer's. */
export const findCoinPayee = (
  reader: Reader,
  userId: string,
  id: string,
): Promise<CoinPayeeRow | undefined> =>
  reader
    .selectFrom("coin_payees")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export async function insertCoinPayee(tx: WriteTx, payee: CoinPayeeRow): Promise<void> {
  await tx.insertInto("coin_payees").values(payee).execute();
  await screenLater(tx, payee.user_id, payee.created_at);
  await lookAtPayee(tx, payee);
}

/** Ends a payee's wait: a signature has proved whose its address is. */
export async function proveCoinPayee(
  tx: WriteTx,
  userId: string,
  id: string,
  proved: Pick<CoinPayeeRow, "available_at" | "proved_at">,
): Promise<void> {
  await tx
    .updateTable("coin_payees")
    .set(proved)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .execute();
}

/** Removes a customer's payee. Withdrawals to it keep their own copy. False if the customer has no such payee. */
export async function deleteCoinPayee(tx: WriteTx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("coin_payees")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}
