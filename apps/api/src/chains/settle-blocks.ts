import { transfersAt } from "@wattle/db/chain-balances";
import { chainBlocksBetween, changeChainState, findChainState, outputsAt } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { ChainNodeError } from "./chain-node.ts";
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

async function settleUntil(
  followed: Followed,
  newest: Link,
  renew: RenewTurn,
  reached: number,
): Promise<void> {
  const { network, source, database, hooks } = followed;
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

/**
 * Settles all blocks that are deep enough if `newest` is the newest one. The state of the chain is read before the last of them.
 * @returns why fewer are than there should be
 */
export async function settleBlocks(
  followed: Followed,
  newest: Link,
  renew: RenewTurn,
): Promise<ChainNodeError | undefined> {
  try {
    const settled = await followed.source.settled(newest.height);
    if (settled !== undefined) await settleUntil(followed, newest, renew, settled.height);
    return settled?.lag;
  } catch (error) {
    // Nodes that are silent about what is settled let others be followed.
    if (error instanceof ChainNodeError && error.failure !== "garbage") return error;
    throw error;
  }
}
