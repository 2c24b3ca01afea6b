import { readBlock, readHeader } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import { openDatabase } from "@wattle/db/database";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BitcoinNode } from "../../bitcoin-node.ts";
import type { PlayChain } from "../play-chain.ts";
import { createBitcoinPlay } from "./bitcoin-play.ts";
import { createBitcoinPlayNode } from "./node.ts";

const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const pays = (satoshi: bigint) => [{ script: SCRIPT, satoshi }];

describe.each(DIALECTS)("the play chain on %s", (dialect) => {
  let database: FreshDatabase;
  let chain: PlayChain<TransactionOutput>;
  let node: BitcoinNode;
  let now = Date.UTC(2026, 10, 27);
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    const parts = { network: "bitcoin", database, now: () => now };
    [chain, node] = [createBitcoinPlay(parts), createBitcoinPlayNode(parts)];
    await chain.begin();
  });
  afterEach(() => database.close());

  const block = async (height: number) =>
    readBlock(CHAINS.regtest, await node.rawBlock((await node.hashAt(height)) ?? ""));
  const idsIn = async (height: number) => (await block(height)).transactions.slice(1).map(({ txid }) => txid);

  test("begins once, with valid blocks from the first one of regtest on", async () => {
    await chain.begin();
    const { height, hash } = await node.tip();
    expect([height, await node.hashAt(height), await node.hashAt(height + 1)]).toEqual([20, hash, undefined]);
    for (let at = 0; at <= height; at++) {
      const { hash: own, parent } = await block(at);
      expect(own).toBe(await node.hashAt(at));
      if (at > 0) expect(parent).toBe(await node.hashAt(at - 1));
    }
    expect(await node.hashAt(0)).toBe(CHAINS.regtest.genesis);
    expect(readHeader(CHAINS.regtest, await node.rawHeader(hash)).hash).toBe(hash);
  });

  test("a payment waits, is mined, and is there after a restart", async () => {
    const txid = await chain.send(pays(100_000n));
    expect(await node.mempool()).toEqual([txid]);
    expect(await node.rawTransaction(txid)).toBeDefined();
    const mined = await chain.mine(2);
    expect(await node.mempool()).toEqual([]);
    expect(await node.rawTransaction(txid)).toBeUndefined();
    expect(await idsIn(mined.height - 1)).toEqual([txid]);
    const again = await openDatabase(database.url);
    expect(await createBitcoinPlayNode({ network: "bitcoin", database: again }).tip()).toEqual(mined);
    await again.close();
  });

  test("the stranger pays from change that waits, and not more than there is", async () => {
    await chain.send(pays(99_999_000_000n));
    await chain.send(pays(5000n));
    await expect(chain.send(pays(5_000_000_000n))).rejects.toThrow(
      "the stranger has too few coins; mine a block",
    );
    await chain.mine(2);
    await chain.send(pays(5_000_000_000n));
  });

  test("a transaction is taken once, and one that spends the same is refused", async () => {
    const txid = await chain.send(pays(100_000n));
    const raw = (await node.rawTransaction(txid)) ?? new Uint8Array();
    expect(await node.send(raw)).toEqual({ accepted: true });
    expect(await node.mempool()).toEqual([txid]);
    await chain.mine(1);
    await chain.reorganise(1, [txid]);
    expect(await node.send(raw)).toEqual({ accepted: false, reason: "bad-txns-inputs-missingorspent" });
    expect(await node.send(Uint8Array.of(1))).toEqual({ accepted: false, reason: "TX decode failed" });
  });

  test("a reorganisation mines all again but what is dropped", async () => {
    const dropped = await chain.send(pays(100_000n));
    const kept = await chain.send(pays(200_000n));
    const before = await chain.mine(3);
    const after = await chain.reorganise(3, [dropped]);
    expect(after.height).toBe(before.height + 1);
    const ids = await idsIn(before.height - 2);
    expect(ids).not.toContain(dropped);
    // A payment from the change of a dropped one is gone with it.
    expect(ids.includes(kept) || ids.length === 1).toBe(true);
    expect(await node.hashAt(before.height)).not.toBe(before.hash);
    await expect(chain.reorganise(2, ["f".repeat(64)])).rejects.toThrow(/^the blocks have no transaction f/);
    await expect(chain.reorganise(999, [])).rejects.toThrow("the chain is not that long");
    expect(await node.tip()).toEqual(after);
  });

  test("a reorganisation takes no payment with the reward that it spends", async () => {
    await chain.mine(10);
    const paid: string[] = [];
    for (let more = 0; more < 10; more++) paid.push(await chain.send(pays(1000n)));
    const { height } = await chain.mine(1);
    await chain.reorganise(10, []);
    expect(await idsIn(height - 9)).toEqual(paid);
  });

  test("a node that is down, reset, behind or lying", async () => {
    const { height, hash } = await node.tip();
    const txid = await chain.send(pays(100_000n));
    await chain.mine(1);
    await chain.setNode({ state: "down" });
    const asks = [
      () => node.tip(),
      () => node.hashAt(0),
      () => node.rawBlock(hash),
      () => node.mempool(),
      () => node.feeRate(),
    ];
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ failure: "unreachable" });
    await chain.setNode({ state: "reset" });
    expect(await node.tip()).toEqual({ height: 0, hash: CHAINS.regtest.genesis });
    expect(await node.hashAt(1)).toBeUndefined();
    await chain.setNode({ state: "behind" });
    expect(await node.tip()).toEqual({ height: height - 5, hash: await node.hashAt(height - 5) });
    await chain.setNode({ state: "lying" });
    await expect(block(height + 1)).rejects.toThrow("a block has other transactions than its header says");
    expect(await node.send(Uint8Array.of(1))).toEqual({ accepted: true });
    await chain.setNode({ state: "ok", fee_rate: 7000n });
    expect([await node.feeRate(), await idsIn(height + 1)]).toEqual([7000n, [txid]]);
  });

  test("a block comes when it is due, from one of two processes", async () => {
    const { height } = await node.tip();
    await chain.mineIfDue(20);
    now += 20_000;
    await Promise.all([chain.mineIfDue(20), chain.mineIfDue(20)]);
    expect((await node.tip()).height).toBe(height + 1);
  });
});
