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

/** Transactions of settled blocks that spent something of ours, that no batch made, and that no one has booked. */
export async function listUnbooked(reader: Reader, network: Network, settled: bigint): Promise<string[]> {
  const rows = await reader
    .selectFrom("chain_outputs")
    .select("spent_by")
    .distinct()
    .where("network", "=", network)
    .where("spent_height", "<=", settled)
    .where("spent_by", "is not", null)
    .where((spent) =>
      spent.not(
        spent.exists(
          spent
            .selectFrom("coin_attempts")
            .select("id")
            .whereRef("coin_attempts.txid", "=", "chain_outputs.spent_by"),
        ),
      ),
    )
    .where((spent) =>
      spent.not(
        spent.exists(
          spent
            .selectFrom("unknown_spends")
            .select("unknown_spends.txid")
            .whereRef("unknown_spends.network", "=", "chain_outputs.network")
            .whereRef("unknown_spends.txid", "=", "chain_outputs.spent_by"),
        ),
      ),
    )
    .execute();
  return rows.flatMap(({ spent_by }) => spent_by ?? []);
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
