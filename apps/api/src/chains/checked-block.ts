import { readBlock, readHeader, type Block } from "@wattle/bitcoin/block";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { nextBits, PERIOD, type WorkedBlock } from "@wattle/bitcoin/proof-of-work";
import { chainBlocksBetween } from "@wattle/db/chains";
import { heightOf, type Followed } from "./followed.ts";

/** A block of a branch, as far as the next one depends on it. */
export interface Link extends WorkedBlock {
  readonly hash: string;
}

/** The node has another branch than a moment ago: it is asked again later. */
export class BranchChanged extends Error {
  override readonly name = "BranchChanged";
}

/** A block that the node names at a height, without its transactions. */
export async function headerAt({ chain, node }: Followed, height: number): Promise<Link> {
  const hash = await node.hashAt(height);
  if (hash === undefined) throw new BranchChanged();
  const header = readHeader(chain, await node.rawHeader(hash));
  if (header.hash !== hash) throw new InvalidChainData("a header has another hash than the node says");
  return { ...header, height };
}

/** Blocks that decide about the next target: those that we followed, or, before our time, the one that the node names. */
async function deciding(followed: Followed, parent: Link): Promise<ReadonlyMap<number, WorkedBlock>> {
  const { chain, database, network } = followed;
  const first = parent.height + 1 - PERIOD;
  const isTurn = (parent.height + 1) % PERIOD === 0;
  if (chain.retargeting === "never" || (!isTurn && parent.bits !== chain.easiestBits)) return new Map();
  const from = isTurn ? first : parent.height - (parent.height % PERIOD);
  const to = isTurn ? first : parent.height - 1;
  const known = await chainBlocksBetween(database.read, network, BigInt(from), BigInt(to));
  const blocks = new Map<number, WorkedBlock>(
    known.map(({ height, time, bits }) => [
      heightOf(height),
      { height: heightOf(height), time: heightOf(time), bits: heightOf(bits) },
    ]),
  );
  if (isTurn && !blocks.has(first)) blocks.set(first, await headerAt(followed, first));
  return blocks;
}

/**
 * The node's block after `parent`, with every check that its ancestors allow.
 * @param branch blocks after the last one that is followed
 * @throws InvalidChainData, BranchChanged, ChainNodeError
 */
export async function checkedBlock(
  followed: Followed,
  parent: Link,
  branch: readonly Link[] = [],
): Promise<{ readonly block: Block; readonly link: Link }> {
  const { chain, node } = followed;
  const height = parent.height + 1;
  const hash = await node.hashAt(height);
  if (hash === undefined) throw new BranchChanged();
  const block = readBlock(chain, await node.rawBlock(hash));
  if (block.hash !== hash) throw new InvalidChainData("a block has another hash than the node says");
  if (block.parent !== parent.hash) {
    if ((await node.hashAt(parent.height)) !== parent.hash) throw new BranchChanged();
    throw new InvalidChainData("a block has another parent than the node says");
  }
  const known = await deciding(followed, parent);
  const ancestor = (at: number): WorkedBlock | undefined =>
    branch.find((each) => each.height === at) ?? known.get(at);
  const bits = nextBits(chain, parent, block.time, ancestor);
  if (bits !== undefined && bits !== block.bits) throw new InvalidChainData("a block has a wrong target");
  return { block, link: { hash, height, time: block.time, bits: block.bits } };
}
