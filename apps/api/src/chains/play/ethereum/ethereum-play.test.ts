import { openDatabase } from "@wattle/db/database";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { signTransfer } from "@wattle/ethereum/sign-transfer";
import { readSignedTransfer } from "@wattle/ethereum/transfer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EthereumNode } from "../../ethereum-node.ts";
import { createEthereumPlay, type EtherPlay } from "./ethereum-play.ts";
import { REFUSER } from "./gas.ts";
import { createEthereumPlayNode } from "./node.ts";

const network = "ethereum";
const chainId = 31_337n;
const SCRIPT = `0x${"12".repeat(20)}`;
const OTHER = `0x${"34".repeat(20)}`;
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const KEY = new Uint8Array(32).fill(7);

const TRANSFER = {
  chainId,
  nonce: 0n,
  to: SCRIPT,
  value: ETHER,
  gasLimit: 21_000n,
  maxFee: 3n * GWEI,
  maxTip: GWEI,
};
const signed = (changes: Partial<typeof TRANSFER> = {}) => signTransfer({ ...TRANSFER, ...changes }, KEY);
const OURS = readSignedTransfer(signed()).from;

describe.each(DIALECTS)("Ethereum's play chain on %s", (dialect) => {
  let database: FreshDatabase;
  let chain: EtherPlay;
  let node: EthereumNode;
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    const parts = { network, chainId, database, now: () => Date.UTC(2026, 10, 27) };
    [chain, node] = [createEthereumPlay(parts), createEthereumPlayNode(parts)];
    await chain.begin();
  });
  afterEach(() => database.close());

  const balance = async (script: string) =>
    (await node.balances([script], (await node.tip()).height))[0] ?? 0n;
  const idsIn = async (height: number) =>
    (await node.blockAt(height))?.transactions.map(({ txid }) => txid) ?? [];

  test("begins once, with blocks that name their parents, and all but the newest are final", async () => {
    await chain.begin();
    const { height, hash } = await node.tip();
    expect(height).toBe(10);
    for (let at = 1; at <= height; at++)
      expect((await node.blockAt(at))?.parent).toBe(await node.hashAt(at - 1));
    expect(await node.hashAt(height)).toBe(hash);
    expect(await node.blockAt(height + 1)).toBeUndefined();
    expect((await node.settled()).height).toBe(height - 1);
    expect(await node.chainId()).toBe(chainId);
  });

  test("payments wait, are mined and are there after a restart, as balances of each height are", async () => {
    const txid = await chain.send([{ script: SCRIPT, wei: 5n * ETHER + 1n }]);
    expect(await node.outcome(txid)).toBeUndefined();
    const mined = await chain.mine(2);
    expect(await idsIn(mined.height - 1)).toEqual([txid]);
    expect(await node.outcome(txid)).toMatchObject({ ok: true, block: { height: mined.height - 1 } });
    const again = await openDatabase(database.url);
    const other = createEthereumPlayNode({ network, chainId, database: again });
    expect(await other.tip()).toEqual(mined);
    expect(await other.balances([OTHER, SCRIPT], mined.height - 1)).toEqual([0n, 5n * ETHER + 1n]);
    expect(await other.balances([SCRIPT], mined.height - 2)).toEqual([0n]);
    await again.close();
  });

  test("coins that a contract sends, and rewards, are in balances only", async () => {
    const txid = await chain.sendByContract([
      { script: SCRIPT, wei: 3n },
      { script: OTHER, wei: 4n },
    ]);
    const { height } = await chain.mine(1, [{ script: OTHER, wei: 5n }]);
    const block = await node.blockAt(height);
    expect(block?.transactions).toMatchObject([{ txid, value: 7n }]);
    expect([SCRIPT, OTHER]).not.toContain(block?.transactions[0]?.to);
    expect(await node.balances([SCRIPT, OTHER], height)).toEqual([3n, 9n]);
  });

  test("signed transactions move ether and pay for their gas, once for each nonce", async () => {
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    const raw = signed();
    const { txid } = readSignedTransfer(raw);
    expect([await node.send(raw), await node.send(raw)]).toEqual([{ accepted: true }, { accepted: true }]);
    const { height } = await chain.mine(1);
    const fee = 21_000n * 2n * GWEI;
    expect(await node.outcome(txid)).toEqual({
      ok: true,
      fee,
      block: { height, hash: await node.hashAt(height) },
    });
    expect([await balance(OURS), await balance(SCRIPT)]).toEqual([3n * ETHER - fee, ETHER]);
    expect([await node.nonceAt(OURS, height - 1), await node.nonceAt(OURS, height)]).toEqual([0n, 1n]);
    expect(await node.send(signed({ value: 2n }))).toEqual({ accepted: false, reason: "nonce too low" });
  });

  test.each<[string, Partial<typeof TRANSFER>]>([
    ["insufficient funds for gas * price + value", { value: 5n * ETHER }],
    ["invalid sender: invalid chain id for signer", { chainId: 1n }],
    ["intrinsic gas too low", { gasLimit: 20_999n }],
  ])("%s", async (reason, changes) => {
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    expect(await node.send(signed(changes))).toEqual({ accepted: false, reason });
    expect(await node.send(Uint8Array.of(2))).toMatchObject({ accepted: false });
  });

  test("a nonce is replaced by 10 % more of both fees, and one after a gap waits", async () => {
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    const first = readSignedTransfer(signed()).txid;
    await node.send(signed());
    await node.send(signed({ nonce: 2n }));
    expect(await node.send(signed({ value: 1n }))).toMatchObject({
      reason: "replacement transaction underpriced",
    });
    const bump = { maxFee: (TRANSFER.maxFee * 11n) / 10n, maxTip: (TRANSFER.maxTip * 11n) / 10n };
    expect(await node.send(signed({ ...bump, value: 1n }))).toEqual({ accepted: true });
    const { height } = await chain.mine(1);
    expect(await idsIn(height)).toEqual([readSignedTransfer(signed({ ...bump, value: 1n })).txid]);
    expect(await node.outcome(first)).toBeUndefined();
    await node.send(signed({ nonce: 1n }));
    expect(await idsIn((await chain.mine(2)).height - 1)).toHaveLength(2);
    expect(await node.nonceAt(OURS, (await node.tip()).height)).toBe(3n);
  });

  test("a transaction that offers less than the base fee waits", async () => {
    await chain.setNode({ fee_rate: 4n * GWEI });
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    await node.send(signed());
    expect(await idsIn((await chain.mine(1)).height)).toEqual([]);
    await chain.setNode({ fee_rate: 3n * GWEI });
    expect((await node.fees()).baseFee).toBe(3n * GWEI);
    expect(await idsIn((await chain.mine(1)).height)).toHaveLength(1);
  });

  test("a contract that refuses takes the fee and nothing else, and no gas is told for it", async () => {
    await chain.send([{ script: OURS, wei: 4n * ETHER }]);
    await chain.mine(1);
    const raw = signed({ to: REFUSER, gasLimit: 100_000n });
    await node.send(raw);
    await chain.mine(1);
    const outcome = await node.outcome(readSignedTransfer(raw).txid);
    expect(outcome).toMatchObject({ ok: false });
    expect(await balance(OURS)).toBe(4n * ETHER - (outcome?.fee ?? 0n));
    await expect(node.gasFor({ from: OURS, to: REFUSER, value: 1n })).rejects.toMatchObject({
      failure: "refused",
    });
    await expect(node.gasFor({ from: OURS, to: SCRIPT, value: 9n * ETHER })).rejects.toMatchObject({
      failure: "refused",
    });
    expect(await node.gasFor({ from: OURS, to: SCRIPT, value: 1n })).toBe(21_000n);
  });

  test("a reorganisation mines all again but what is dropped", async () => {
    const dropped = await chain.send([{ script: SCRIPT, wei: 1n }]);
    const kept = await chain.sendByContract([{ script: OTHER, wei: 2n }]);
    const before = await chain.mine(3);
    const after = await chain.reorganise(3, [dropped]);
    expect(after.height).toBe(before.height + 1);
    const ids = await idsIn(before.height - 2);
    expect([ids.includes(kept), ids.includes(dropped), ids.length]).toEqual([true, false, 2]);
    expect(await node.balances([SCRIPT, OTHER], after.height)).toEqual([0n, 2n]);
    expect(await node.outcome(dropped)).toBeUndefined();
    expect(await node.hashAt(before.height)).not.toBe(before.hash);
    await expect(chain.reorganise(2, [`0x${"f".repeat(64)}`])).rejects.toThrow(
      /^the blocks have no transaction 0xf/,
    );
  });

  test("a node that is down, reset, behind or lying", async () => {
    const { height } = await chain.mine(1);
    await chain.setNode({ state: "down" });
    for (const ask of [
      node.tip,
      node.settled,
      node.fees,
      () => node.blockAt(1),
      () => node.balances([SCRIPT], 1),
    ])
      await expect(ask()).rejects.toMatchObject({ failure: "unreachable" });
    await chain.setNode({ state: "reset" });
    expect([await node.tip(), await node.blockAt(1)]).toMatchObject([{ height: 0 }, undefined]);
    await chain.setNode({ state: "behind" });
    expect([(await node.tip()).height, (await node.settled()).height]).toEqual([height - 6, height - 7]);
    await chain.setNode({ state: "lying" });
    expect((await node.blockAt(height))?.parent).not.toBe(await node.hashAt(height - 1));
    expect(await node.send(Uint8Array.of(1))).toEqual({ accepted: true });
  });
});
