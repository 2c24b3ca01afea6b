/** Transactions that no batch made and that spend coins or nonces of ours. Two people decide about each. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Network, UnknownSpend } from "./tables.ts";

/** One that was booked. */
export const findBookedSpend = (
  reader: Reader,
  network: Network,
  txid: string,
): Promise<UnknownSpend | undefined> =>
  reader
    .selectFrom("unknown_spends")
    .selectAll()
    .where("network", "=", network)
    .where("txid", "=", txid)
    .executeTakeFirst();

export async function insertBookedSpend(tx: WriteTx, spend: UnknownSpend): Promise<void> {
  await tx.insertInto("unknown_spends").values(spend).execute();
}

/** Forgets that one was booked, since its block is undone. */
export async function deleteBookedSpend(
  tx: WriteTx,
  { network, txid }: Pick<UnknownSpend, "network" | "txid">,
): Promise<void> {
  await tx.deleteFrom("unknown_spends").where("network", "=", network).where("txid", "=", txid).execute();
}

/** Height of the settled block in which a transaction spent something of ours, as the follower noted it; undefined if it did not. */
export const spentHeightOf = async (
  reader: Reader,
  network: Network,
  { txid, settled }: { readonly txid: string; readonly settled: bigint },
): Promise<bigint | undefined> =>
  (
    await reader
      .selectFrom("chain_outputs")
      .select("spent_height")
      .where("network", "=", network)
      .where("spent_height", "<=", settled)
      .where("spent_by", "=", txid)
      .limit(1n)
      .executeTakeFirst()
  )?.spent_height ?? undefined;
