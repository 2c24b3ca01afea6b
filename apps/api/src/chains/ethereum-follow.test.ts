import { findTransfer, readBalances, totalBalance } from "@wattle/db/chain-balances";
import { arriveOutput, findChainState, outputsAt, watchScript } from "@wattle/db/chains";
import type { ChainOutput } from "@wattle/db/tables";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { signTransfer } from "@wattle/ethereum/sign-transfer";
import { readSignedTransfer } from "@wattle/ethereum/transfer";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { followDying } from "../testing/follow-dying.ts";
import { lateNode } from "../testing/late-node.ts";
import { NodesDisagree } from "./chain-source.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import { createEthereumSource } from "./ethereum-source.ts";
import { createFollower } from "./follow.ts";
import type { ChainHooks } from "./followed.ts";
import { createEthereumPlay, type EtherPlay } from "./play/ethereum/ethereum-play.ts";
import { REFUSER } from "./play/ethereum/gas.ts";
import { createEthereumPlayNode } from "./play/ethereum/node.ts";

const network = "ethereum";
const chainId = 31_337n;
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const KEY = new Uint8Array(32).fill(7);
const STRANGERS = `0x${"ee".repeat(20)}`;
const OTHER = `0x${"34".repeat(20)}`;

const transfer = (changes: { readonly nonce?: bigint; readonly to?: string; readonly value?: bigint } = {}) =>
  signTransfer(
    {
      chainId,
      nonce: 0n,
      to: STRANGERS,
      value: ETHER,
      gasLimit: 100_000n,
      maxFee: 3n * GWEI,
      maxTip: GWEI,
      ...changes,
    },
    KEY,
  );
const OURS = readSignedTransfer(transfer()).from;

describe.each(DIALECTS)("a follower of Ethereum on %s", (dialect) => {
  let database: FreshDatabase;
  let chain: EtherPlay;
  let node: EthereumNode;
  let now = Date.UTC(2026, 10, 27);
  let told: string[];
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    const parts = { network, chainId, database, now: () => now };
    [chain, node] = [createEthereumPlay(parts), createEthereumPlayNode(parts)];
    told = [];
    await chain.begin();
    await database.write(async (tx) => {
      for (const script of [OURS, OTHER]) await watchScript(tx, network, script, BigInt(now));
    });
  });
  afterEach(() => database.close());

  const hooks: ChainHooks = {
    onArrival: async (_tx, outputs) => void told.push(...outputs.map(({ amount }) => `arrived ${amount}`)),
    onSettled: async (_tx, { made, spent, transfers }) =>
      void told.push(
        ...made.flatMap(({ amount }) => (amount === "0" ? [] : [`settled ${amount}`])),
        ...spent.map(({ output }) => `nonce ${output}`),
        ...transfers.map(({ value, failed }) => (failed === 1n ? "failed" : `left ${value}`)),
      ),
    onUnsettled: async (_tx, blocks) =>
      void told.push(...blocks.flatMap(({ made }) => made.map(({ amount }) => `unsettled ${amount}`))),
  };
  const follower = (asked = node, changes: Partial<Parameters<typeof createFollower>[0]> = {}) =>
    createFollower({
      network,
      source: createEthereumSource({ network, chainId, node: asked, database, now: () => now }),
      database,
      now: () => now,
      from: "first block",
      hooks,
      every: 1000,
      follower: "one",
      ...changes,
    });
  const state = () => findChainState(database.read, network);

  /** Kept balances are those of the node at the newest settled block. */
  async function expectTruth(): Promise<void> {
    const height = Number((await state())?.settled_height);
    const [ours = 0n, other = 0n] = await node.balances([OURS, OTHER], height);
    const kept = await readBalances(database.read, network);
    expect([kept.get(OURS) ?? 0n, kept.get(OTHER) ?? 0n]).toEqual([ours, other]);
    expect(await totalBalance(database.read, network)).toBe(ours + other);
    expect((await state())?.balances_height).toBe(BigInt(height));
    expect(height).toBe((await node.settled()).height);
  }

  test("sees a payment in a block, and settles it with the next one", async () => {
    const { follow } = follower();
    await follow();
    await chain.send([
      { script: OURS, wei: ETHER + 1n },
      { script: STRANGERS, wei: 2n },
    ]);
    await chain.mine(1);
    await follow();
    expect(told).toEqual([`arrived ${ETHER + 1n}`]);
    await chain.mine(1);
    await follow();
    expect(told).toEqual([`arrived ${ETHER + 1n}`, `settled ${ETHER + 1n}`]);
    await expectTruth();
  });

  test("finds what contracts send in balances, at the settled block", async () => {
    const { follow } = follower();
    await chain.sendByContract([
      { script: OURS, wei: 5n },
      { script: OTHER, wei: 7n },
    ]);
    await chain.send([{ script: OURS, wei: 11n }]);
    const { height, hash } = await chain.mine(1);
    await chain.mine(1);
    await follow();
    const { made } = await outputsAt(database.read, network, BigInt(height));
    const found = made.filter(({ txid }) => txid === hash);
    expect(found.map(({ script }) => script).toSorted()).toEqual([OURS, OTHER].toSorted());
    expect(made).toHaveLength(3);
    await chain.mine(3);
    await follow();
    expect(told.filter((each) => each.startsWith("settled")).toSorted()).toEqual([
      "settled 11",
      "settled 5",
      "settled 7",
    ]);
    await expectTruth();
  });

  test("an arrival from a contract has one number, whatever else arrives, and is never another one", async () => {
    const { follow } = follower();
    await follow();
    const numbersIf = async (...scripts: string[]) => {
      const balances = async (asked: readonly string[]) =>
        asked.map((script) => (scripts.includes(script) ? 5n : 0n));
      const source = createEthereumSource({
        network,
        chainId,
        node: { ...node, balances },
        database,
        now: () => now,
      });
      const write = await source.readState?.(1);
      const found: ChainOutput[] = [];
      const undone = database.write(async (tx) => {
        found.push(...((await write?.(tx)) ?? []));
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      return new Map(found.map(({ script, output }) => [script, output]));
    };
    const both = await numbersIf(OURS, OTHER);
    expect(new Set(both.values()).size).toBe(2);
    for (const script of [OURS, OTHER])
      expect(await numbersIf(script)).toEqual(new Map([[script, both.get(script)]]));
    const row = { network, txid: "ab", output: 1n, script: OURS, amount: "5", seen_at: 0n, made_height: 1n };
    await database.write((tx) => arriveOutput(tx, row));
    for (const change of [{ script: OTHER }, { amount: "6" }, { amount: "6", made_height: null }])
      await expect(database.write((tx) => arriveOutput(tx, { ...row, ...change }))).rejects.toThrow(
        "output 1 of ab has another script or amount",
      );
    expect(await database.write((tx) => arriveOutput(tx, row))).toBe(false);
  });

  test("sees what leaves: its nonce is spent, its fee is known, and one that failed is told", async () => {
    const { follow } = follower();
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    const [paid, failed, between] = [
      transfer(),
      transfer({ nonce: 1n, to: REFUSER }),
      transfer({ nonce: 2n, to: OTHER, value: 3n }),
    ];
    for (const raw of [paid, failed, between]) expect(await node.send(raw)).toEqual({ accepted: true });
    await chain.mine(2);
    await follow();
    expect(told.slice(-7)).toEqual([
      "settled 3",
      "nonce 0",
      "nonce 1",
      "nonce 2",
      `left ${ETHER}`,
      "failed",
      "left 3",
    ]);
    const kept = await findTransfer(database.read, network, readSignedTransfer(failed).txid);
    expect(kept).toMatchObject({ failed: 1n, value: "0", nonce: 1n, script: OURS });
    await expectTruth();
  });

  test.each([1, 2, 3, 4])("a reorganisation of depth %i", async (depth) => {
    const { follow } = follower();
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(2);
    await node.send(transfer());
    const dropped = await chain.send([{ script: OURS, wei: 1000n }]);
    await chain.sendByContract([{ script: OTHER, wei: 2000n }]);
    await chain.mine(depth);
    await follow();
    await chain.reorganise(depth, [dropped]);
    await follow();
    await chain.mine(1);
    await follow();
    await expectTruth();
    const settled = told.filter((each) => each === "settled 1000").length;
    expect(told.filter((each) => each === "unsettled 1000")).toHaveLength(settled);
    expect((await state())?.paused_because ?? "").toMatch(
      depth === 1 ? /^$/ : /^a reorganisation replaced \d settled blocks$/,
    );
  });

  test.each([
    ["down", "unreachable"],
    ["reset", "behind"],
    ["behind", "behind"],
    ["lying", "invalid"],
  ] as const)("undoes nothing while the node is %s, and says so", async (broken, said) => {
    const { follow } = follower();
    await chain.send([{ script: OURS, wei: 5n }]);
    await chain.mine(2);
    await follow();
    await chain.mine(1);
    await chain.setNode({ state: broken });
    await follow();
    await follower().follow();
    expect([(await state())?.state, told.includes("unsettled 5")]).toEqual([said, false]);
    await chain.setNode({ state: "ok" });
    await follow();
    expect((await state())?.state).toBe("ok");
    await expectTruth();
  });

  test("nodes that disagree about a final block pause the network, and nothing settles", async () => {
    await follower().follow();
    const before = (await state())?.settled_height;
    await chain.mine(3);
    const words = "nodes have different final blocks at height 9";
    const split = { ...node, settled: () => Promise.reject(new NodesDisagree(words)) };
    const divided = follower(split);
    expect(await divided.follow()).toBe("invalid");
    expect(await state()).toMatchObject({ paused_because: words, settled_height: before });
    expect(divided.trouble()).toBe(words);
  });

  test("believes no node of another chain", async () => {
    const other = { ...node, chainId: async () => 1n };
    const wrong = follower(other);
    expect(await wrong.follow()).toBe("invalid");
    expect(wrong.trouble()).toBe("the node is on another chain");
  });

  test("a process that dies between any two steps leaves a state from which the next one goes on", async () => {
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    await node.send(transfer());
    await chain.sendByContract([{ script: OTHER, wei: 2000n }]);
    await chain.mine(3);
    await followDying(database, (dying) => follower(node, { database: dying }).follow());
    await follower().follow();
    await expectTruth();
  });

  test("follows a slow node while blocks change under it", async () => {
    await follower().follow();
    let asked: number;
    let late = 0;
    do {
      await chain.send([{ script: OURS, wei: 5n }]);
      await chain.mine(2);
      asked = 0;
      const slow = lateNode(node, async (earlier) => {
        asked = earlier + 1;
        if (earlier === late) await chain.reorganise(1, []);
      });
      now += 10_000;
      await follower(slow, { follower: `slow ${late}` }).follow();
      now += 10_000;
      await follower().follow();
      expect((await state())?.state).toBe("ok");
      await expectTruth();
    } while (asked > late++);
    expect(late).toBeGreaterThan(5);
    expect((await state())?.paused_because).toBeNull();
  });

  test("whatever happens, kept balances are the chain's", async () => {
    const { follow } = follower();
    const act = fc.oneof(
      fc.record({ act: fc.constant("send" as const), wei: fc.bigInt(1n, 10n ** 19n) }),
      fc.record({ act: fc.constant("contract" as const), wei: fc.bigInt(1n, 10n ** 12n) }),
      fc.record({ act: fc.constant("reorg" as const), depth: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ act: fc.constant("mine" as const), blocks: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ act: fc.constant("leave" as const), value: fc.bigInt(1n, 10n ** 16n) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
        for (const step of acts) {
          if (step.act === "send") await chain.send([{ script: OURS, wei: step.wei }]);
          if (step.act === "contract") await chain.sendByContract([{ script: OTHER, wei: step.wei }]);
          if (step.act === "reorg") await chain.reorganise(step.depth, []);
          if (step.act === "mine") await chain.mine(step.blocks);
          if (step.act === "leave") {
            const nonce = await node.nonceAt(OURS, (await node.tip()).height);
            await node.send(transfer({ nonce, value: step.value }));
          }
          if (step.act !== "send") await follow();
        }
        await chain.mine(2);
        await follow();
        await expectTruth();
      }),
      { numRuns: 8 },
    );
  });
});
