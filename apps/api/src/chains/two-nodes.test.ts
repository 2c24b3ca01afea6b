import { findChainState, watchScript } from "@wattle/db/chains";
import { CHAINS } from "@wattle/bitcoin/chains";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { joinBitcoinNodes } from "./bitcoin-rpc.ts";
import { createBitcoinSource } from "./bitcoin-source.ts";
import { ChainNodeError } from "./chain-node.ts";
import type { ChainSource } from "./chain-source.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import { joinEthereumNodes } from "./ethereum-rpc.ts";
import { createEthereumSource } from "./ethereum-source.ts";
import { createFollower } from "./follow.ts";
import type { ChainHooks } from "./followed.ts";
import { createBitcoinPlay } from "./play/bitcoin/bitcoin-play.ts";
import { createBitcoinPlayNode } from "./play/bitcoin/node.ts";
import { createEthereumPlay, type EtherPlay } from "./play/ethereum/ethereum-play.ts";
import { createEthereumPlayNode } from "./play/ethereum/node.ts";

const chainId = 31_337n;
const ETHER = 10n ** 18n;
const OURS = `0x${"12".repeat(20)}`;
const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const LIE = `0x${"9".repeat(64)}`;
const now = () => Date.UTC(2026, 10, 27);

const silent = <Node extends object>(node: Node): Node =>
  Object.fromEntries(
    Object.keys(node).map((name) => [
      name,
      () => Promise.reject(new ChainNodeError("unreachable", "no answer")),
    ]),
  ) as Node;

/** A node that still has the blocks of a moment. */
async function remembering<Node extends Pick<EthereumNode, "hashAt" | "tip">>(node: Node): Promise<Node> {
  const hashes: (string | undefined)[] = [];
  for (let height = 0; height <= (await node.tip()).height; height++) hashes.push(await node.hashAt(height));
  return { ...node, hashAt: async (height: number) => hashes[height] };
}

describe.each(DIALECTS)("a follower of two nodes on %s", (dialect) => {
  let database: FreshDatabase;
  let told: string[];
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    told = [];
  });
  afterEach(() => database.close());

  const hooks: ChainHooks = {
    onSettled: async (_tx, { made }) => void told.push(...made.map(({ amount }) => `settled ${amount}`)),
    onUnsettled: async (_tx, blocks) =>
      void told.push(...blocks.flatMap(({ made }) => made.map(({ amount }) => `unsettled ${amount}`))),
  };
  const followerOf = (network: string, source: ChainSource) => {
    const parts = { network, source, database, now, hooks, every: 1000, follower: "one" };
    return createFollower({ ...parts, from: "first block" });
  };

  describe("of Ethereum", () => {
    const network = "ethereum";
    let chain: EtherPlay;
    let node: EthereumNode;
    beforeEach(async () => {
      const parts = { network, chainId, database, now };
      [chain, node] = [createEthereumPlay(parts), createEthereumPlayNode(parts)];
      await chain.begin();
      await database.write((tx) => watchScript(tx, network, OURS, 0n));
    });
    const follower = (...nodes: readonly EthereumNode[]) => {
      const joined = joinEthereumNodes(nodes);
      return followerOf(network, createEthereumSource({ network, chainId, node: joined, database, now }));
    };
    const state = () => findChainState(database.read, network);
    const pay = async () => {
      await chain.send([{ script: OURS, wei: ETHER }]);
      await chain.mine(3);
    };

    test("one that makes money up pauses the network, and nothing settles", async () => {
      await follower(node, node).follow();
      const before = (await state())?.settled_height;
      await chain.mine(3);
      const lying: EthereumNode = {
        ...node,
        balances: async (scripts, height) => (await node.balances(scripts, height)).map((wei) => wei + ETHER),
      };
      for (const nodes of [
        [lying, node],
        [node, lying],
      ])
        expect(await follower(...nodes).follow()).toBe("invalid");
      expect(await state()).toMatchObject({ state: "invalid", settled_height: before });
      expect((await state())?.paused_because).toMatch(/^nodes have different balances at height \d+$/);
      expect(told).toEqual([]);
    });

    test("one that replaces settled blocks pauses the network, and nothing is undone before both do", async () => {
      await pay();
      await follower(node, node).follow();
      const old = await remembering(node);
      await chain.reorganise(4, []);
      expect(await follower(node, old).follow()).toBe("invalid");
      expect((await state())?.paused_because).toMatch(/^nodes have different blocks at height \d+$/);
      expect(await follower(node, silent(node)).follow()).toBe("unreachable");
      expect(told).toEqual([`settled ${ETHER}`]);
      expect(await follower(node, node).follow()).toBe("ok");
      expect(told).toContain(`unsettled ${ETHER}`);
      expect((await state())?.paused_because).toMatch(/^a reorganisation replaced \d settled blocks$/);
    });

    test("one alone is followed, and settles nothing until the other answers", async () => {
      await follower(node, node).follow();
      await pay();
      const alone = follower(silent(node), node);
      expect(await alone.follow()).toBe("unreachable");
      expect(alone.trouble()).toBe("only node 2 of 2 answers");
      const seen = await database.read.selectFrom("chain_outputs").select("made_height").execute();
      expect([seen.length, told]).toEqual([1, []]);
      expect(await follower(node, node).follow()).toBe("ok");
      expect(told).toEqual([`settled ${ETHER}`]);
    });

    test("one whose final blocks stay far behind is named", async () => {
      const early = await node.settled();
      await chain.mine(202);
      const slow = follower(node, { ...node, settled: async () => early });
      expect(await slow.follow()).toBe("behind");
      const words = "node 2 of 2 is far behind with its final blocks";
      expect([slow.trouble(), await state()]).toEqual([
        words,
        expect.objectContaining({ state: "behind", trouble: words }),
      ]);
      expect((await state())?.settled_height).toBe(BigInt(early.height));
    });

    test.each<[string, Partial<EthereumNode>, string]>([
      ["has no receipts", { outcome: async () => undefined }, "a transaction of a block has no receipt"],
      [
        "has a block without a parent",
        { blockAt: async () => undefined },
        "the node has another branch at each look",
      ],
    ])("a node that %s is not ok", async (_what, lies, words) => {
      await follower(node).follow();
      await pay();
      const broken = follower({ ...node, ...lies });
      for (let look = 0; look < 10; look++) await broken.follow();
      expect([(await state())?.state, broken.trouble()]).toEqual(["invalid", words]);
      await follower(node).follow();
      expect((await state())?.state).toBe("ok");
    });

    test("an error that no one foresaw is thrown, and the state is not ok", async () => {
      await follower(node).follow();
      const broken = { ...node, tip: () => Promise.reject(new RangeError(LIE)) };
      await expect(follower(broken).follow()).rejects.toThrow(LIE);
      expect((await state())?.state).toBe("invalid");
    });
  });

  test("of Bitcoin: one that replaces settled blocks pauses it, and nothing is undone before both do", async () => {
    const network = "bitcoin";
    const [chain, node] = [
      createBitcoinPlay({ network, database, now }),
      createBitcoinPlayNode({ network, database }),
    ];
    await chain.begin();
    await database.write((tx) => watchScript(tx, network, SCRIPT, 0n));
    const follower = (...nodes: readonly (typeof node)[]) => {
      const parts = { network, chain: CHAINS.regtest, database, now, depth: 3 };
      return followerOf(network, createBitcoinSource({ ...parts, node: joinBitcoinNodes(nodes) }));
    };
    const state = () => findChainState(database.read, network);
    await chain.send([{ script: SCRIPT, satoshi: 100_000n }]);
    await chain.mine(3);
    await follower(node, node).follow();
    const old = await remembering(node);
    await chain.reorganise(5, []);
    expect(await follower(node, old).follow()).toBe("invalid");
    expect((await state())?.paused_because).toMatch(/^nodes have different blocks at height \d+$/);
    expect(told).toEqual(["settled 100000"]);
    await follower(node, node).follow();
    expect(told).toContain("unsettled 100000");
  });
});
