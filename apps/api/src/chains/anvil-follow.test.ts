/** Ether at a full node that others wrote, from the first sight to the credit. */
import { PERMISSIONS } from "@wattle/contracts/accounts";
import { balancesOf } from "@wattle/db/balances";
import { findChainState, newestChainBlock } from "@wattle/db/chains";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditArrivals } from "../coins/credit-arrivals.ts";
import { networkFollower } from "../coins/start-following.ts";
import { walletTotals } from "../coins/wallet-totals.ts";
import { hasAnvil, startAnvil, type AnvilNode } from "../testing/anvil-node.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { coinAddressOf, coinDepositsOf } from "../testing/play-network.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import { ETHEREUM } from "./ethereum.ts";

const ETHER = 10n ** 18n;
const COIN = 10n ** 8n;
/** The demo's wallet for deposits. */
const DEPOSITS =
  "[5c9e228d/44h/60h/0h]xpub6CNFa58kEQJu2hwMVoofpDEKVVSg6gfwqBqE2zHAianaUnQkrJzJJ42iLDp7Dmg2aP88qCKoFZ4jidk3tECdQuF4567NGHDfe7iBRwHxgke/0/*";
const hexOf = (number: bigint) => `0x${number.toString(16)}`;

describe.skipIf(!hasAnvil).each(DIALECTS)("ether at a full node of others, on %s", (dialect) => {
  let anvil: AnvilNode;
  let api: TestApp;
  beforeAll(async () => {
    anvil = await startAnvil();
    await anvil.mine(5);
    api = await startTestApp({
      dialect,
      env: { ETHEREUM_NODES: anvil.address, ETHEREUM_CHAIN_ID: String(anvil.chainId) },
    });
    const { client } = await newStaff(api, "finance");
    const wallet = { network: ETHEREUM, role: "deposits", descriptor: DEPOSITS };
    await mutateByTwo(api, client, "ops.wallets.add", wallet);
    await follow();
  });
  afterAll(async () => {
    await api.close();
    await anvil.close();
  });

  const state = () => findChainState(api.services.database.read, ETHEREUM);
  /** Follows what the node has. The chain and the books must agree to the last wei. */
  async function follow(): Promise<void> {
    const follower = networkFollower(api.services, ETHEREUM);
    expect([await follower?.follow(), follower?.trouble()]).toEqual(["ok", undefined]);
    await follower?.stop();
    await creditArrivals(api.services, ETHEREUM);
    const { read } = api.services.database;
    const totals = await walletTotals(read, { network: ETHEREUM, currency: "ETH" }, 0n);
    expect(totals.difference).toBe(0n);
    const tip = await api.services.networks.ethereum?.node.tip();
    expect((await newestChainBlock(read, ETHEREUM))?.hash).toBe(tip?.hash);
  }
  async function mine(blocks: number): Promise<void> {
    await anvil.mine(blocks);
    await follow();
  }
  async function customer() {
    const { client, id } = await newAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
    const { address } = await coinAddressOf(client, "ETH");
    const balance = async () => (await balancesOf(api.services.database.read, id)).get("ETH") ?? 0n;
    return { client, address, balance };
  }

  test("a payment is seen in a block, and credited when the node calls the block final", async () => {
    const { client, address, balance } = await customer();
    const txid = await anvil.send(address, ETHER / 2n + 3n);
    await mine(1);
    expect(await coinDepositsOf(client)).toMatchObject([{ txid, status: "confirming" }]);
    expect(await balance()).toBe(0n);
    await mine(2);
    expect(await balance()).toBe(COIN / 2n);
    expect((await state())?.remainder).toBe("3");
  });

  test("coins that come without a transaction are found in the balance", async () => {
    const { client, address, balance } = await customer();
    await anvil.ask("anvil_setBalance", [address, hexOf(ETHER / 4n)]);
    await mine(3);
    expect(await balance()).toBe(COIN / 4n);
    expect((await coinDepositsOf(client))[0]?.output).toBeGreaterThan(0);
  });

  test("a block that is replaced before it is final changes nothing in the books", async () => {
    const { client, address, balance } = await customer();
    await anvil.send(address, ETHER / 8n);
    await mine(1);
    await anvil.ask("anvil_reorg", [1, []]);
    await follow();
    expect((await coinDepositsOf(client))[0]?.confirmations).toBe(0);
    await mine(4);
    expect(await balance()).toBe(0n);
    expect((await state())?.paused_because).toBeNull();
  });
});
