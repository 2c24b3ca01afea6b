import type { ChainNode, SendOutcome } from "./chain-node.ts";

/** Asks the node that answered last, or the next ones. */
export function firstToAnswer<Node>(
  nodes: readonly Node[],
): <T>(ask: (node: Node) => Promise<T>) => Promise<T> {
  let current = 0;
  return async (ask) => {
    let failure: unknown;
    for (let tried = 0; tried < nodes.length; tried++) {
      const at = (current + tried) % nodes.length;
      try {
        const answer = await ask(nodes[at] as Node);
        current = at;
        return answer;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

/** Gives a transaction to all nodes. @throws if none answers */
export async function sendToAll(
  nodes: readonly Pick<ChainNode, "send">[],
  raw: Uint8Array,
): Promise<SendOutcome> {
  const sent = await Promise.allSettled(nodes.map((node) => node.send(raw)));
  const outcomes = sent.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const best = outcomes.find(({ accepted }) => accepted) ?? outcomes[0];
  if (best !== undefined) return best;
  throw sent.find((each) => each.status === "rejected")?.reason;
}
