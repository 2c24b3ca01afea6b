import { changeChainState, findChainState } from "@wattle/db/chains";
import { walletTotals } from "@wattle/db/coin-arrivals";
import { parseAddress } from "@wattle/bitcoin/address";
import type { CoinAddress, CoinDepositPage } from "@wattle/contracts/coins";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { expect } from "vitest";
import { BITCOIN } from "../chains/bitcoin.ts";
import type { Follower } from "../chains/follow.ts";
import { creditArrivals } from "../coins/credit-arrivals.ts";
import { sendAttempts } from "../coins/send-attempts.ts";
import { bitcoinFollower } from "../coins/start-following.ts";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";

/** The play chain of an application, which a test mines and has followed. */
export class PlayNetwork {
  readonly #api: TestApp;
  #follower: Follower;

  constructor(api: TestApp) {
    this.#api = api;
    this.#follower = this.#made();
  }

  #made(): Follower {
    const follower = bitcoinFollower(this.#api.services);
    if (follower === undefined) throw new Error("Bitcoin is off");
    return follower;
  }

  get #play() {
    const play = this.#api.services.bitcoin?.play;
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

  /** Sends what is signed and not settled again, as the server does each minute. */
  resend(): Promise<void> {
    return sendAttempts(this.#api.services, BITCOIN);
  }

  /** Sets what a node says of itself. */
  node(changes: { readonly state?: "ok" | "down"; readonly fee_rate?: bigint }): Promise<void> {
    return this.#play.setNode(changes);
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
