import { findPlayNode, newestPlayBlocks, playBlockAt } from "@wattle/db/play-chain";
import type { PlayNode } from "@wattle/db/tables";
import { ChainNodeError, type ChainNode } from "../chain-node.ts";
import { heightOf } from "../followed.ts";
import { settledHashAt } from "../several-nodes.ts";
import type { PlayParts } from "./play-chain.ts";

/** Blocks that a node that is behind lacks. */
const BEHIND = 6;

/** The blocks that a play chain's node shows, by its state. */
export function createPlayTip({ network, database: { read } }: Pick<PlayParts, "network" | "database">): Pick<
  ChainNode,
  "tip" | "hashAt" | "settledHashAt"
> & {
  /** @throws ChainNodeError if the node is down */
  readonly state: () => Promise<PlayNode>;
} {
  const state = async (): Promise<PlayNode> => {
    const node = await findPlayNode(read, network);
    if (node === undefined || node.state === "down") throw new ChainNodeError("unreachable", "no answer");
    return node;
  };
  const tip = async (): ReturnType<ChainNode["tip"]> => {
    const node = await state();
    const [newest] = await newestPlayBlocks(read, network, 1);
    if (newest === undefined) throw new ChainNodeError("unreachable", "no block yet");
    const behind = { ok: 0, down: 0, lying: 0, behind: BEHIND, reset: heightOf(newest.height) }[node.state];
    if (behind === 0) return { height: heightOf(newest.height), hash: newest.hash };
    const height = Math.max(0, heightOf(newest.height) - behind);
    return { height, hash: (await playBlockAt(read, network, BigInt(height)))?.hash ?? newest.hash };
  };
  const hashAt: ChainNode["hashAt"] = async (height) => {
    if (height > (await tip()).height) return undefined;
    return (await playBlockAt(read, network, BigInt(height)))?.hash;
  };
  return { state, tip, hashAt, settledHashAt: (height) => settledHashAt([{ hashAt }], height) };
}
