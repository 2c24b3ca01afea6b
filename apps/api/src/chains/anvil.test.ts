/** Blocks and balances at a full node that others wrote. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasAnvil, startAnvil, type AnvilNode } from "../testing/anvil-node.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import { createEthereumNode } from "./ethereum-rpc.ts";

const addresses = Array.from({ length: 1600 }, () => `0x${randomBytes(20).toString("hex")}`);
const [FIRST = "", SECOND = ""] = addresses;

describe.skipIf(!hasAnvil)("a full node of others", () => {
  let anvil: AnvilNode;
  let node: EthereumNode;
  beforeAll(async () => {
    anvil = await startAnvil();
    node = createEthereumNode([anvil.address], { fetch });
  });
  afterAll(() => anvil.close());

  test("tells its blocks, their ends and its balances as they were", async () => {
    expect(await node.chainId()).toBe(anvil.chainId);
    const txid = await anvil.send(FIRST, 5n);
    await anvil.mine(1);
    await anvil.send(SECOND, 7n);
    await anvil.mine(3);
    expect((await node.tip()).height).toBe(4);
    expect((await node.settled()).height).toBe(2);
    const block = await node.blockAt(1);
    expect(block).toMatchObject({
      parent: await node.hashAt(0),
      transactions: [{ txid, to: FIRST, value: 5n }],
    });
    expect(await node.outcome(txid)).toMatchObject({ ok: true, block: { height: 1, hash: block?.hash } });
    expect((await node.balances(addresses, 1)).slice(0, 3)).toEqual([5n, 0n, 0n]);
    expect((await node.balances(addresses, 2)).slice(0, 3)).toEqual([5n, 7n, 0n]);
    expect(await node.nonceAt(block?.transactions[0]?.from ?? "", 1)).toBe(1n);
    expect(await node.gasFor({ from: FIRST, to: SECOND, value: 0n })).toBe(21_000n);
    expect((await node.fees()).baseFee).toBeGreaterThan(0n);
  });
});
