/** Senders of coins that arrived, as the travel rule asks for them. */
import { findArrival } from "./coin-arrivals.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { CoinArrival, CoinSender, Epoch } from "./tables.ts";

/** Keeps who sent coins. @returns false if that was said before */
export async function insertCoinSender(tx: WriteTx, row: CoinSender): Promise<boolean> {
  const added = await tx
    .insertInto("coin_senders")
    .values(row)
    .onConflict((conflict) => conflict.column("arrival_id").doNothing())
    .returning("arrival_id")
    .executeTakeFirst();
  return added !== undefined;
}

export const findCoinSender = (reader: Reader, arrivalId: string): Promise<CoinSender | undefined> =>
  reader.selectFrom("coin_senders").selectAll().where("arrival_id", "=", arrivalId).executeTakeFirst();

/** The arrival behind a transaction of a customer. */
export async function findArrivalBehind(
  reader: Reader,
  userId: string,
  transactionId: string,
): Promise<CoinArrival | undefined> {
  const found = await reader
    .selectFrom("coin_arrivals")
    .select("id")
    .where("user_id", "=", userId)
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
  return found && findArrival(reader, found.id);
}

/** Coins that were credited since a time, and whose sender no one has named. */
export const listUnnamed = (
  reader: Reader,
  userIds: readonly string[],
  since: Epoch,
): Promise<{ id: string; user_id: string; reference: string; created_at: Epoch }[]> =>
  reader
    .selectFrom("coin_arrivals as arrival")
    .innerJoin("transactions as credited", "credited.id", "arrival.transaction_id")
    .leftJoin("coin_senders as sender", "sender.arrival_id", "arrival.id")
    .select(["arrival.id", "credited.user_id", "credited.reference", "credited.created_at"])
    .where("arrival.user_id", "in", userIds)
    .where("arrival.status", "=", "credited")
    .where("arrival.credited_at", ">=", since)
    .where("sender.arrival_id", "is", null)
    .orderBy("arrival.credited_at")
    .execute();
