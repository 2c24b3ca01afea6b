import { transfersAt } from "@wattle/db/chain-balances";
import { chainBlocksBetween, changeChainState, findChainState, outputsAt } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import type { Link } from "./chain-source.ts";
import { arrive, isStillAt } from "./connect-block.ts";
import { heightOf, type Followed, type RenewTurn, type SettledBlock } from "./followed.ts";

/** Blocks that one transaction settles at most. */
const MOST_BLOCKS = 100;

/** A block that is followed, with what it does to our outputs. */
export async function settledBlock(tx: WriteTx, network: string, height: bigint): Promise<SettledBlock> {
  const [block] = await chainBlocksBetween(tx, network, height, height);
  return {
    height: heightOf(height),
    hash: block?.hash ?? "",
    ...(await outputsAt(tx, network, height)),
    transfers: await transfersAt(tx, network, height),
  };
}

/** Settles all blocks that are deep enough if `newest` is the newest one. The state of the chain is read before the last of them. */
export async function settleBlocks(followed: Followed, newest: Link, renew: RenewTurn): Promise<void> {
  const { network, source, database, hooks } = followed;
  const reached = await source.settledHeight(newest.height);
  if (reached === undefined) return;
  for (;;) {
    const before = (await findChainState(database.read, network))?.settled_height;
    if (before === undefined || BigInt(reached) <= before) return;
    const until = Math.min(reached, heightOf(before) + MOST_BLOCKS);
    const writeState = until === reached ? await source.readState?.(until) : undefined;
    const isDone = await database.write(async (tx) => {
      await renew(tx);
      const isSame = (await findChainState(tx, network))?.settled_height === before;
      if (!isSame || !(await isStillAt(tx, followed, newest))) return false;
      if (writeState !== undefined) await arrive(tx, followed, await writeState(tx));
      await changeChainState(tx, network, { settled_height: BigInt(until) });
      for (let height = before + 1n; height <= BigInt(until); height++)
        await hooks.onSettled?.(tx, await settledBlock(tx, network, height));
      if (until === reached) await hooks.onAllSettled?.(tx, until);
      return true;
    });
    if (!isDone) return;
  }
}
