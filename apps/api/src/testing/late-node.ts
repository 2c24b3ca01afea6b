type Ask = (...asked: readonly unknown[]) => Promise<unknown>;

/**
 * A node whose answers are old when they arrive.
 * @param meanwhile what happens between an answer and its arrival; it gets the number of earlier answers
 */
export function lateNode<Node extends object>(
  node: Node,
  meanwhile: (earlier: number) => Promise<unknown>,
): Node {
  let earlier = 0;
  const late =
    (ask: Ask): Ask =>
    async (...asked) => {
      const answer = await ask(...asked);
      await meanwhile(earlier++);
      return answer;
    };
  return Object.fromEntries(Object.entries(node).map(([name, ask]) => [name, late(ask as Ask)])) as Node;
}
