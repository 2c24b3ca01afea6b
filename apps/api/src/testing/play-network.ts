import { changeChainState, findChainState } from "@wattle/db/chains";
import { walletTotals } from "@wattle/db/coin-arrivals";
import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { parseAddress } from "@wattle/bitcoin/address";
import type { CoinAddress, CoinDepositPage } from "@wattle/contracts/coins";
import type { Database } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { expect } from "vitest";
import { forgetPlayTransaction, leavePlayBlocks, newestPlayBlocks } from "@wattle/db/play-chain";
import { BITCOIN } from "../chains/bitcoin.ts";
import type { BitcoinNode } from "../chains/bitcoin-node.ts";
import { bytesOf } from "../chains/chain-node.ts";
import type { PlayChain } from "../chains/play/play-chain.ts";
import { offer } from "../chains/play/bitcoin/mempool.ts";
import type { Follower } from "../chains/follow.ts";
import { creditArrivals } from "../coins/credit-arrivals.ts";
import { sendAttempts } from "../coins/send-attempts.ts";
import { bitcoinFollower } from "../coins/start-following.ts";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";
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

/** The play chain of an application, which a test mines and has followed. */
export class PlayNetwork {
  readonly #api: TestApp;
  readonly #node: BitcoinNode | undefined;
  #follower: Follower;

  /** @param node that the follower asks, instead of the application's */
  constructor(api: TestApp, node?: BitcoinNode) {
    this.#api = api;
    this.#node = node;
    this.#follower = this.#made();
  }

  #made(): Follower {
    const bitcoin = { ...this.#bitcoin, node: this.#node ?? this.#bitcoin.node };
    const follower = bitcoinFollower({ ...this.#api.services, bitcoin });
    if (follower === undefined) throw new Error("Bitcoin is off");
    return follower;
  }

  get #bitcoin() {
    const { bitcoin } = this.#api.services;
    if (bitcoin === undefined) throw new Error("Bitcoin is off");
    return bitcoin;
  }

  get #play() {
    const { play } = this.#bitcoin;
    if (play === undefined) throw new Error("there is no play chain");
    return play;
  }

  /** Follows the chain as far as it goes, credits what is due, and checks that the chain and the books agree. */
  async follow(): Promise<void> {
    await this.#play.begin();
    await this.#follower.follow();
    await creditArrivals(this.#api.services);
    const { read } = this.#api.services.database;
    const settled = (await findChainState(read, BITCOIN))?.settled_height ?? 0n;
    const { chain, books } = await walletTotals(read, { network: BITCOIN, currency: "BTC" }, settled);
    expect(books).toBe(chain);
    expect((await checkLedger(read)).mismatches).toEqual([]);
  }

  /** The same network, followed by a process whose node is slow. */
  slow(meanwhile: Parameters<typeof lateNode>[1]): PlayNetwork {
    return new PlayNetwork(this.#api, lateNode(this.#bitcoin.node, meanwhile));
  }

  /** Sends what is signed and not settled again, as the server does each minute. */
  resend(): Promise<void> {
    return sendAttempts(this.#api.services, BITCOIN);
  }

  /** Sets what a node says of itself. */
  node(changes: Parameters<PlayChain<never>["setNode"]>[0]): Promise<void> {
    return this.#play.setNode(changes);
  }

  /**
   * Other blocks replace the newest ones, without a transaction that they had: no node remembers it.
   * @param instead what a miner takes in its place
   */
  async replaceWithout(depth: number, txid: string, instead?: Uint8Array): Promise<void> {
    await this.#api.services.database.write(async (tx) => {
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
    return paidInBlocks(this.#api.services.database, address);
  }

  /** Ids of the transactions that wait for a block. */
  async waiting(): Promise<readonly string[]> {
    return (await this.#api.services.bitcoin?.node.mempool()) ?? [];
  }

  /** Another process follows, as after a restart. */
  async restart(): Promise<void> {
    await this.#follower.stop();
    this.#follower = this.#made();
  }

  /** A stranger pays. */
  async send(address: string, satoshi: bigint): Promise<string> {
    await this.#play.begin();
    const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
    return this.#play.send([{ script, satoshi }]);
  }

  async mine(blocks: number): Promise<void> {
    await this.#play.begin();
    await this.#play.mine(blocks);
    await this.follow();
  }

  async reorganise(depth: number, drop: readonly string[] = []): Promise<void> {
    await this.#play.reorganise(depth, drop);
    await this.follow();
  }

  /** Pauses it, or with null ends a pause without its two people. */
  async pause(paused_because: string | null): Promise<void> {
    await this.#api.services.database.write((tx) => changeChainState(tx, BITCOIN, { paused_because }));
  }

  async pausedBecause(): Promise<string | null> {
    return (await findChainState(this.#api.services.database.read, BITCOIN))?.paused_because ?? null;
  }
}

export async function coinAddressOf(client: TestClient, currency = "BTC"): Promise<CoinAddress> {
  const answer = await client.post<{ data: CoinAddress }>("/api/users/coin-address", { currency });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

export const coinDepositsOf = async (client: TestClient): Promise<CoinDepositPage["data"]> =>
  (await client.get<CoinDepositPage>("/api/users/coin-deposits")).body.data;
