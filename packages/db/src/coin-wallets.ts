/** Wallets of the operator by their public keys, and the addresses made of them. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { CoinAddress, Network, WalletRow } from "./tables.ts";

/** All wallets, oldest first: of a role the newest gives addresses. */
export const listWallets = (reader: Reader, network?: Network): Promise<WalletRow[]> =>
  reader
    .selectFrom("wallets")
    .selectAll()
    .$if(network !== undefined, (rows) => rows.where("network", "=", network ?? "bitcoin"))
    .orderBy("added_at")
    .orderBy("id")
    .execute();

export const findWallet = (reader: Reader, id: string): Promise<WalletRow | undefined> =>
  reader.selectFrom("wallets").selectAll().where("id", "=", id).executeTakeFirst();

/** Adds a wallet. @returns false if it is there already */
export async function insertWallet(
  tx: WriteTx,
  wallet: Omit<WalletRow, "next_index" | "next_change">,
): Promise<boolean> {
  const added = await tx
    .insertInto("wallets")
    .values({ ...wallet, next_index: 0n, next_change: 0n })
    .onConflict((conflict) => conflict.columns(["network", "account_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Takes a wallet's next place of a branch: no one else gets it. */
export async function takePlace(
  tx: WriteTx,
  walletId: string,
  branch: "next_index" | "next_change",
): Promise<bigint> {
  const taken = await tx
    .updateTable("wallets")
    .set((row) => ({ [branch]: row(branch, "+", 1n) }))
    .where("id", "=", walletId)
    .returning(branch)
    .executeTakeFirstOrThrow();
  return (taken[branch] ?? 1n) - 1n;
}

export async function insertCoinAddress(tx: WriteTx, address: CoinAddress): Promise<void> {
  await tx.insertInto("coin_addresses").values(address).execute();
}

export const findCustomerAddress = (
  reader: Reader,
  network: Network,
  userId: string,
): Promise<CoinAddress | undefined> =>
  reader
    .selectFrom("coin_addresses")
    .selectAll()
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .executeTakeFirst();

/** The address that a wallet gave at a place of its first branch. */
export const findAddressAt = (
  reader: Reader,
  walletId: string,
  position: bigint,
): Promise<CoinAddress | undefined> =>
  reader
    .selectFrom("coin_addresses")
    .selectAll()
    .where("wallet_id", "=", walletId)
    .where("branch", "=", 0n)
    .where("position", "=", position)
    .executeTakeFirst();

/** The address of a script of ours, with the coin that it is for. */
export const findAddressOfScript = (
  reader: Reader,
  network: string,
  script: string,
): Promise<(CoinAddress & Pick<WalletRow, "currency" | "role">) | undefined> =>
  reader
    .selectFrom("coin_addresses")
    .innerJoin("wallets", "wallets.id", "coin_addresses.wallet_id")
    .selectAll("coin_addresses")
    .select(["wallets.currency", "wallets.role"])
    .where("coin_addresses.network", "=", network as Network)
    .where("coin_addresses.script", "=", script)
    .executeTakeFirst();
