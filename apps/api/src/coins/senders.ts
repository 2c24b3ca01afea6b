import { walletOwnerOf, type CoinSenderInput, type WalletOwnerInput } from "@wattle/contracts/coin-payees";
import { DomainError } from "@wattle/contracts/errors";
import { findArrival } from "@wattle/db/coin-arrivals";
import { insertCoinSender, listUnnamed } from "@wattle/db/coin-senders";
import type { WriteTx } from "@wattle/db/database";
import type { CoinArrival } from "@wattle/db/tables";
import type { Call } from "../context.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";

/** Coins of a customer whose sender is not known yet. */
export async function listUnnamedCoins(
  { database }: Pick<Services, "database">,
  userId: string,
): Promise<{ ids: string[] }> {
  return { ids: (await listUnnamed(database.read, [userId], 0n)).map(({ id }) => id) };
}

/**
 * Keeps who sent coins that arrived, once. The caller has locked the customer's row.
 * @throws DomainError `state_conflict` if it is known
 */
export async function keepSender(
  tx: WriteTx,
  { clock, vault }: Pick<Services, "clock" | "vault">,
  { id, user_id }: Pick<CoinArrival, "id"> & { readonly user_id: string },
  owner: WalletOwnerInput,
): Promise<void> {
  const sender = vault.seal("coin_senders.sender", id, JSON.stringify(walletOwnerOf(owner)));
  const row = { arrival_id: id, user_id, sender, stated_at: BigInt(clock.now()) };
  if (!(await insertCoinSender(tx, row))) throw new DomainError("state_conflict");
}

/** Keeps whom a customer names as the sender. @throws DomainError `not_found` also for another customer's, or as `keepSender` */
export async function nameSender(
  ctx: Call<"clock" | "database" | "vault">,
  userId: string,
  { id, ...owner }: CoinSenderInput,
): Promise<void> {
  await ctx.services.database.write(async (tx) => {
    await lockSignedIn(tx, ctx, userId);
    const arrival = await findArrival(tx, id);
    if (arrival?.user_id !== userId) throw new DomainError("not_found");
    await keepSender(tx, ctx.services, { id, user_id: userId }, owner);
  });
}
