import { ChainNodeError, type ChainNode, type SendOutcome } from "./chain-node.ts";
import { NodesDisagree } from "./chain-source.ts";

/** Answers about what is settled, if there are so many nodes: silencing the others must not make one the only source. */
const FEWEST_ANSWERS = 2;

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

interface Answered<Node, T> {
  readonly node: Node;
  /** The node in words, for people. */
  readonly name: string;
  readonly answer: T;
}

/**
 * Answers of all nodes that answer.
 * @throws if fewer do than there must be, or if one answers what no node should
 */
export async function allAnswers<Node, T>(
  nodes: readonly Node[],
  question: (node: Node) => Promise<T>,
  fewest = FEWEST_ANSWERS,
): Promise<readonly Answered<Node, T>[]> {
  const settled = await Promise.allSettled(
    nodes.map(async (node, at) => ({
      node,
      name: `node ${at + 1} of ${nodes.length}`,
      answer: await question(node),
    })),
  );
  const failures: unknown[] = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  const worst = failures.find((error) => error instanceof ChainNodeError && error.failure === "garbage");
  if (worst !== undefined) throw worst;
  const answers = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (answers.length === 0) throw failures[0];
  if (answers.length < Math.min(fewest, nodes.length))
    throw new ChainNodeError("unreachable", `only ${answers[0]?.name} answers`);
  return answers;
}

/** The answer that all nodes give. @throws NodesDisagree, with these words, if they give others */
export async function sameAnswer<Node, T>(
  nodes: readonly Node[],
  question: (node: Node) => Promise<T>,
  { isSame, words }: { readonly isSame: (one: T, other: T) => boolean; readonly words: string },
): Promise<T> {
  const [{ answer }, ...others] = (await allAnswers(nodes, question)) as [Answered<Node, T>];
  if (others.some((other: Answered<Node, T>) => !isSame(answer, other.answer)))
    throw new NodesDisagree(words);
  return answer;
}

/** Hash of a block that was settled once, at all nodes. @throws NodesDisagree */
export async function settledHashAt(
  nodes: readonly Pick<ChainNode, "hashAt">[],
  height: number,
): Promise<string> {
  return sameAnswer(
    nodes,
    async (node) => {
      const hash = await node.hashAt(height);
      if (hash === undefined) throw new ChainNodeError("behind", `a node has no block at height ${height}`);
      return hash;
    },
    { isSame: (one, other) => one === other, words: `nodes have different blocks at height ${height}` },
  );
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
