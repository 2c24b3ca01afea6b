import { ChainNodeError } from "./chain-node.ts";
import type { EndedTransaction, EthereumNode } from "./ethereum-node.ts";

/** A transaction of a block, with its end there, as one node tells it; undefined if the block has none. */
export async function settledTransaction(
  node: Pick<EthereumNode, "blockAt" | "outcome">,
  txid: string,
  height: number,
): Promise<EndedTransaction | undefined> {
  const block = await node.blockAt(height);
  if (block === undefined) throw new ChainNodeError("behind", `a node has no block at height ${height}`);
  const found = block.transactions.find((each) => each.txid === txid);
  if (found === undefined) return undefined;
  const outcome = await node.outcome(txid);
  if (outcome?.block.hash !== block.hash)
    throw new ChainNodeError("garbage", "a transaction of a block has no receipt");
  return { ...found, outcome };
}
