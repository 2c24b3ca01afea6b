/** Blocks and payments at a full node that others wrote. It answers an id for payments that it refuses, so only blocks are believed. */
import { readBlock, type Block } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { mineBlock } from "@wattle/bitcoin/mine-block";
import { chainBlocksBetween, findChainState, watchScript } from "@wattle/db/chains";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startBcoin, type BcoinNode } from "../testing/bcoin-node.ts";
import { createBitcoinNode } from "./bitcoin-rpc.ts";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { createBitcoinSource } from "./bitcoin-source.ts";
import { createFollower } from "./follow.ts";
import type { AskNode } from "./json-rpc.ts";
import { STRANGER_SCRIPT, strangersPayment } from "./play/bitcoin/stranger.ts";

const network = "bitcoin";
const CHAIN = CHAINS.regtest;
const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const RATE = 5000n;
const PATIENT = { timeout: 60_000, interval: 20 };

describe.each(DIALECTS)("a full node of others, on %s", (dialect) => {
  let bcoin: BcoinNode;
  let database: FreshDatabase;
  let ask: AskNode;
  let node: BitcoinNode;
  let follow: () => Promise<unknown>;
  const told: string[] = [];

  beforeAll(async () => {
    bcoin = await startBcoin();
    ({ ask } = bcoin);
    node = createBitcoinNode([bcoin.address], { fetch });
    database = await freshDatabase(dialect);
    await database.write((tx) => watchScript(tx, network, SCRIPT, 0n));
    ({ follow } = createFollower({
      network,
      source: createBitcoinSource({ network, chain: CHAIN, node, database, now: Date.now, depth: 3 }),
      database,
      now: Date.now,
      from: "settled block",
      hooks: {
        onArrival: async (_tx, outputs) =>
          void told.push(...outputs.map(({ amount }) => `arrived ${amount}`)),
        onSettled: async (_tx, { made }) => void told.push(...made.map(({ amount }) => `settled ${amount}`)),
      },
      every: 1000,
      follower: "one",
    }));
    await follow();
  });
  afterAll(async () => {
    bcoin.close();
    await database.close();
  });

  const blockAt = async (height: number): Promise<Block> =>
    readBlock(CHAIN, await node.rawBlock((await node.hashAt(height)) ?? ""));
  /** A payment of the stranger's, from the reward of a block. */
  async function payment(height: number, satoshi: bigint): Promise<Uint8Array> {
    const [coinbase] = (await blockAt(height)).transactions;
    const coin = { txid: coinbase?.txid ?? "", output: 0, satoshi: coinbase?.outputs[0]?.satoshi ?? 0n };
    return strangersPayment([coin], [{ script: SCRIPT, satoshi }], RATE) ?? new Uint8Array();
  }
  /** Gives it a block of our own making, on the one at a height. */
  async function submit(parent: Block, height: number, transactions: readonly Uint8Array[]): Promise<Block> {
    const raw = mineBlock(CHAIN, {
      parent: parent.hash,
      height,
      time: parent.time + 1,
      rewards: [{ script: STRANGER_SCRIPT, satoshi: 1_000_000n }],
      transactions,
    });
    expect(await ask("submitblock", [Buffer.from(raw).toString("hex")])).toBeNull();
    return readBlock(CHAIN, raw);
  }
  /** All blocks that are followed are those of the node. */
  async function expectSameBlocks(): Promise<void> {
    const followed = await chainBlocksBetween(database.read, network, 0n, 10_000n);
    for (const { height, hash } of followed) expect(await node.hashAt(Number(height))).toBe(hash);
    expect(followed.at(-1)?.hash).toBe((await node.tip()).hash);
    expect((await findChainState(database.read, network))?.state).toBe("ok");
  }

  test("a payment is taken, seen, and settled by its blocks", async () => {
    const raw = await payment(1, 100_000n);
    expect(await node.send(raw)).toEqual({ accepted: true });
    // It answers before the payment is in its mempool.
    const [txid = ""] = await vi.waitUntil(async () => {
      const waiting = await node.mempool();
      return waiting.length > 0 && waiting;
    }, PATIENT);
    expect(await node.rawTransaction(txid)).toEqual(raw);
    await follow();
    expect(told.splice(0)).toEqual(["arrived 100000"]);
    await bcoin.mine(3);
    await follow();
    expect(told.splice(0)).toEqual(["settled 100000"]);
    await expectSameBlocks();
    expect(await node.feeRate()).toBeUndefined();
  });

  test("it takes blocks as the play chain makes them, and a branch with more work replaces its own", async () => {
    const { height } = await node.tip();
    const parent = await blockAt(height);
    const [kept, gone] = [await payment(2, 200_000n), await payment(3, 300_000n)];
    const first = await submit(parent, height + 1, [kept, gone]);
    await follow();
    expect(told.splice(0)).toEqual(["arrived 200000", "arrived 300000"]);
    let last = await submit(parent, height + 1, [kept]);
    await follow();
    expect((await node.tip()).hash).toBe(first.hash);
    for (let more = 2; more <= 4; more++) last = await submit(last, height + more, []);
    expect((await node.tip()).hash).toBe(last.hash);
    await follow();
    expect(told.splice(0)).toEqual(["settled 200000"]);
    await expectSameBlocks();
  });

  test("what it refuses is in no block, although it answers with an id", async () => {
    const { height } = await node.tip();
    // The reward of a block that is too young.
    await node.send(await payment(height, 400_000n));
    await bcoin.mine(3);
    await follow();
    expect(told).toEqual([]);
    await expectSameBlocks();
  });
});
