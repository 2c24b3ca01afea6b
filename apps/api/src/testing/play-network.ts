import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { parseAddress } from "@wattle/bitcoin/address";
import type { CoinAddress, CoinDepositPage } from "@wattle/contracts/coins";
import type { Database } from "@wattle/db/database";
import { expect } from "vitest";
import { forgetPlayTransaction, leavePlayBlocks, newestPlayBlocks } from "@wattle/db/play-chain";
import { BITCOIN, bitcoinOf } from "../chains/bitcoin.ts";
import { bytesOf } from "../chains/chain-node.ts";
import { offer } from "../chains/play/bitcoin/mempool.ts";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";
import { FollowedNetwork } from "./followed-network.ts";
import { lateNode } from "./late-node.ts";

/** Satoshi that all blocks of the play chain together have paid to an address. */
export async function paidInBlocks({ read }: Pick<Database, "read">, address: string): Promise<bigint> {
  const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
  const blocks = await newestPlayBlocks(read, BITCOIN, 100_000);
  return blocks
    .flatMap(({ raw }) => readBlock(CHAINS.regtest, bytesOf(raw)).transactions)
    .flatMap(({ outputs }) => outputs)
    .reduce((total, output) => total + (output.script === script ? output.satoshi : 0n), 0n);
}

/** Bitcoin's play chain of an application. Amounts are in satoshi. */
export class PlayNetwork extends FollowedNetwork {
  /** @param node that the follower asks, instead of the application's */
  constructor(api: TestApp, node = api.services.networks.bitcoin?.node) {
    if (node === undefined) throw new Error("Bitcoin is off");
    super(api, BITCOIN, "BTC", {
      bitcoin: bitcoinOf(api.services, node, api.services.networks.bitcoin?.play),
    });
  }

  get #bitcoin() {
    const { bitcoin } = this.api.services.networks;
    if (bitcoin?.play === undefined) throw new Error("there is no play chain");
    return { ...bitcoin, play: bitcoin.play };
  }

  /** The same network, followed by a process whose node is slow. */
  slow(meanwhile: Parameters<typeof lateNode>[1]): PlayNetwork {
    return new PlayNetwork(this.api, lateNode(this.#bitcoin.node, meanwhile));
  }

  /**
   * Other blocks replace the newest ones, without a transaction that they had: no node remembers it.
   * @param instead what a miner takes in its place
   */
  async replaceWithout(depth: number, txid: string, instead?: Uint8Array): Promise<void> {
    await this.api.services.database.write(async (tx) => {
      const [newest] = await newestPlayBlocks(tx, BITCOIN, 1);
      const left = await leavePlayBlocks(tx, BITCOIN, (newest?.height ?? 0n) - BigInt(depth));
      for (const { raw } of left) {
        const [coinbase] = readBlock(CHAINS.regtest, bytesOf(raw)).transactions;
        if (coinbase !== undefined) await forgetPlayTransaction(tx, coinbase.txid);
      }
      await forgetPlayTransaction(tx, txid);
      if (instead !== undefined) expect(await offer(tx, BITCOIN, instead)).toBeUndefined();
    });
    await this.mine(depth + 1);
  }

  paidTo(address: string): Promise<bigint> {
    return paidInBlocks(this.api.services.database, address);
  }

  /** Ids of the transactions that wait for a block. */
  async waiting(): Promise<readonly string[]> {
    return this.#bitcoin.node.mempool();
  }

  /** A stranger pays. */
  async send(address: string, satoshi: bigint): Promise<string> {
    await this.begin();
    const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
    return this.#bitcoin.play.send([{ script, satoshi }]);
  }
}

export async function coinAddressOf(client: TestClient, currency = "BTC"): Promise<CoinAddress> {
  const answer = await client.post<{ data: CoinAddress }>("/api/users/coin-address", { currency });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

export const coinDepositsOf = async (client: TestClient): Promise<CoinDepositPage["data"]> =>
  (await client.get<CoinDepositPage>("/api/users/coin-deposits")).body.data;
