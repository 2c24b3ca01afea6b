/** Proofs of what the house holds. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { ReserveProof } from "./reserves.table.ts";
import type { Network } from "./tables.ts";

export async function insertReserveProof(
  tx: WriteTx,
  proof: Pick<ReserveProof, "id" | "created_at" | "held">,
): Promise<void> {
  await tx
    .insertInto("reserve_proofs")
    .values({ ...proof, document: null, published_at: null, checked_at: null })
    .execute();
}

/** The newest one that was asked for, published or not. */
export const newestReserveProof = (reader: Reader): Promise<ReserveProof | undefined> =>
  reader.selectFrom("reserve_proofs").selectAll().orderBy("id", "desc").limit(1n).executeTakeFirst();

/** The one that was published last. */
export const publishedReserveProof = (reader: Reader): Promise<ReserveProof | undefined> =>
  reader
    .selectFrom("reserve_proofs")
    .selectAll()
    .where("published_at", "is not", null)
    .orderBy("published_at", "desc")
    .limit(1n)
    .executeTakeFirst();

export async function changeReserveProof(
  tx: WriteTx,
  id: string,
  changes: Partial<Pick<ReserveProof, "document" | "published_at" | "checked_at">>,
): Promise<void> {
  await tx.updateTable("reserve_proofs").set(changes).where("id", "=", id).execute();
}

export interface TreasuryBalance {
  readonly currency: string;
  readonly address: string;
  readonly branch: bigint;
  readonly position: bigint;
  /** Base units. */
  readonly amount: string;
  /** The settled block's. */
  readonly height: bigint;
}

/** Balances of the treasury's addresses at the newest settled block, except zero, on a network that has balances. */
export const listTreasuryBalances = (reader: Reader, network: Network): Promise<TreasuryBalance[]> =>
  reader
    .selectFrom("chain_balances")
    .innerJoin("coin_addresses", (join) =>
      join
        .onRef("coin_addresses.network", "=", "chain_balances.network")
        .onRef("coin_addresses.script", "=", "chain_balances.script"),
    )
    .innerJoin("wallets", "wallets.id", "coin_addresses.wallet_id")
    // In one statement, since both change with each block.
    .innerJoin("chain_states", "chain_states.network", "chain_balances.network")
    .select([
      "wallets.currency",
      "coin_addresses.address",
      "coin_addresses.branch",
      "coin_addresses.position",
      "chain_balances.wei as amount",
      "chain_states.balances_height as height",
    ])
    .where("chain_balances.network", "=", network)
    .where("wallets.role", "=", "treasury")
    .orderBy("coin_addresses.position")
    .execute();

/** Those outputs of some transactions that are in a block, and that no block spends. */
export const unspentOf = (
  reader: Reader,
  { network, txids }: { readonly network: Network; readonly txids: readonly string[] },
): Promise<{ txid: string; output: bigint }[]> =>
  reader
    .selectFrom("chain_outputs")
    .select(["txid", "output"])
    .where("network", "=", network)
    .where("txid", "in", txids)
    .where("made_height", "is not", null)
    .where("spent_height", "is", null)
    .execute();
