import type { ChainNode } from "../chains/chain-node.ts";

/**
 * A node whose answers are old when they arrive.
 * @param meanwhile what happens between an answer and its arrival; it gets the number of earlier answers
 */
export function lateNode(node: ChainNode, meanwhile: (earlier: number) => Promise<unknown>): ChainNode {
  let earlier = 0;
  const late =
    <Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      const answer = await ask(...asked);
      await meanwhile(earlier++);
      return answer;
    };
  return {
    tip: late(node.tip),
    hashAt: late(node.hashAt),
    rawHeader: late(node.rawHeader),
    rawBlock: late(node.rawBlock),
    mempool: late(node.mempool),
    rawTransaction: late(node.rawTransaction),
    send: late(node.send),
    feeRate: late(node.feeRate),
  };
}
