import { walletOwnerOf, type CoinSenderInput } from "@wattle/contracts/coin-payees";
import { DomainError } from "@wattle/contracts/errors";
import { findArrival } from "@wattle/db/coin-arrivals";
import { insertCoinSender, listUnnamed } from "@wattle/db/coin-senders";
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

/** Keeps who sent coins, once. @throws DomainError `not_found` also for another customer's, `state_conflict` if it is known */
export async function nameSender(
  ctx: Call<"clock" | "database" | "vault">,
  userId: string,
  { id, ...owner }: CoinSenderInput,
): Promise<void> {
  const { clock, database, vault } = ctx.services;
  await database.write(async (tx) => {
    await lockSignedIn(tx, ctx, userId);
    const arrival = await findArrival(tx, id);
    if (arrival?.user_id !== userId) throw new DomainError("not_found");
    const sender = vault.seal("coin_senders.sender", id, JSON.stringify(walletOwnerOf(owner)));
    const row = { arrival_id: id, user_id: userId, sender, stated_at: BigInt(clock.now()) };
    if (!(await insertCoinSender(tx, row))) throw new DomainError("state_conflict");
  });
}
