import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { chainBlocksBetween, changeChainState, findChainState, undoBlocks } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { BranchChanged, type Link } from "./chain-source.ts";
import { isStillAt } from "./connect-block.ts";
import { heightOf, pauseFollowed, type Followed, type RenewTurn, type SettledBlock } from "./followed.ts";
import { settledBlock } from "./settle-blocks.ts";

/** A followed block, as far as the next one depends on it. */
export const linkOf = (
  block: Readonly<Record<"height" | "time" | "bits", bigint>> & { readonly hash: string },
): Link => ({
  hash: block.hash,
  height: heightOf(block.height),
  time: heightOf(block.time),
  bits: heightOf(block.bits),
});

/** Blocks of ours that the node does not have, lowest first, and the newest one that both have. */
async function findFork(
  { network, source, database }: Followed,
  newest: Link,
): Promise<{ readonly fork: Link; readonly gone: readonly Link[] }> {
  const gone = [newest];
  for (let height = newest.height - 1; ; height--) {
    const [block] = await chainBlocksBetween(database.read, network, BigInt(height), BigInt(height));
    if (block === undefined) throw new InvalidChainData("the node's chain has no block of ours");
    const link = linkOf(block);
    if ((await source.hashAt(height)) === link.hash) return { fork: link, gone };
    gone.unshift(link);
  }
}

/** Whether the node's blocks after the fork are valid, and better than ours. Nothing is undone before that is known. */
async function isBetter(
  { source }: Followed,
  fork: Link,
  gone: readonly Link[],
  height: number,
): Promise<boolean> {
  const branch: Link[] = [];
  for (let parent = fork; parent.height < height;) {
    const { link } = await source.blockAfter(parent, branch);
    branch.push(link);
    if (source.replaces(branch, gone)) return true;
    parent = link;
  }
  return false;
}

/**
 * Settled blocks are undone if all nodes have others, and not because one says so.
 * @returns height of the newest settled block
 */
async function requireGone({ network, source, database }: Followed, fork: Link): Promise<bigint> {
  const height = (await findChainState(database.read, network))?.settled_height ?? -1n;
  if (height <= BigInt(fork.height)) return height;
  const [ours] = await chainBlocksBetween(database.read, network, height, height);
  if ((await source.settledHashAt(heightOf(height))) === ours?.hash) throw new BranchChanged();
  return height;
}

/** Settled blocks do not come back by themselves: the network pauses until people have looked. */
async function unsettle(tx: WriteTx, followed: Followed, fork: Link): Promise<void> {
  const { network, hooks } = followed;
  const state = await findChainState(tx, network);
  if (state === undefined || state.settled_height <= BigInt(fork.height)) return;
  const blocks: SettledBlock[] = [];
  for (let height = state.settled_height; height > BigInt(fork.height); height--)
    blocks.push(await settledBlock(tx, network, height));
  await changeChainState(tx, network, { settled_height: BigInt(fork.height) });
  await pauseFollowed(tx, followed, `a reorganisation replaced ${blocks.length} settled blocks`);
  await hooks.onUnsettled?.(tx, blocks);
}

/**
 * Leaves the blocks that the node no longer has, if its own are better.
 * @returns false if they are not: then ours stay
 */
export async function changeBranch(
  followed: Followed,
  newest: Link,
  height: number,
  renew: RenewTurn,
): Promise<boolean> {
  const { fork, gone } = await findFork(followed, newest);
  if (!(await isBetter(followed, fork, gone, height))) return false;
  const settled = await requireGone(followed, fork);
  await followed.database.write(async (tx) => {
    await renew(tx);
    if (!(await isStillAt(tx, followed, newest))) return;
    if ((await findChainState(tx, followed.network))?.settled_height !== settled) return;
    await unsettle(tx, followed, fork);
    await undoBlocks(tx, followed.network, BigInt(fork.height));
  });
  return true;
}
