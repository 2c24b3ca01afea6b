import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { workOf } from "@wattle/bitcoin/proof-of-work";
import { chainBlocksBetween, changeChainState, findChainState, undoBlocks } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { checkedBlock, type Link } from "./checked-block.ts";
import { isStillAt, settledBlock } from "./connect-block.ts";
import { heightOf, type Followed, type RenewTurn, type SettledBlock } from "./followed.ts";

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
  { network, node, database }: Followed,
  newest: Link,
): Promise<{ readonly fork: Link; readonly gone: readonly Link[] }> {
  const gone = [newest];
  for (let height = newest.height - 1; ; height--) {
    const [block] = await chainBlocksBetween(database.read, network, BigInt(height), BigInt(height));
    if (block === undefined) throw new InvalidChainData("the node's chain has no block of ours");
    const link = linkOf(block);
    if ((await node.hashAt(height)) === link.hash) return { fork: link, gone };
    gone.unshift(link);
  }
}

/** Whether the node's blocks after the fork are valid, and more work than ours. Nothing is undone before that is known. */
async function isHeavier(
  followed: Followed,
  fork: Link,
  gone: readonly Link[],
  height: number,
): Promise<boolean> {
  const branch: Link[] = [];
  let missing = gone.reduce((work, { bits }) => work + workOf(bits), 0n);
  for (let parent = fork; parent.height < height;) {
    const { link } = await checkedBlock(followed, parent, branch);
    branch.push(link);
    missing -= workOf(link.bits);
    if (missing < 0n) return true;
    parent = link;
  }
  return false;
}

/** Settled blocks do not come back by themselves: the network pauses until people have looked. */
async function unsettle(tx: WriteTx, { network, hooks }: Followed, fork: Link): Promise<void> {
  const state = await findChainState(tx, network);
  if (state === undefined || state.settled_height <= BigInt(fork.height)) return;
  const blocks: SettledBlock[] = [];
  for (let height = state.settled_height; height > BigInt(fork.height); height--)
    blocks.push(await settledBlock(tx, network, height));
  await changeChainState(tx, network, {
    settled_height: BigInt(fork.height),
    paused_because: `a reorganisation replaced ${blocks.length} settled blocks`,
  });
  if (state.paused_because === null) await hooks.onPaused?.(tx);
  await hooks.onUnsettled?.(tx, blocks);
}

/**
 * Leaves the blocks that the node no longer has, if its own are more work.
 * @returns false if they are not: then ours stay
 */
export async function changeBranch(
  followed: Followed,
  newest: Link,
  height: number,
  renew: RenewTurn,
): Promise<boolean> {
  const { fork, gone } = await findFork(followed, newest);
  if (!(await isHeavier(followed, fork, gone, height))) return false;
  await followed.database.write(async (tx) => {
    await renew(tx);
    if (!(await isStillAt(tx, followed, newest))) return;
    await unsettle(tx, followed, fork);
    await undoBlocks(tx, followed.network, BigInt(fork.height));
  });
  return true;
}
