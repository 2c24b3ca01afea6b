import type { Network } from "@wattle/contracts/networks";
import { changeChainState, findChainState } from "@wattle/db/chains";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { expect } from "vitest";
import type { Follower } from "../chains/follow.ts";
import type { PlayChain } from "../chains/play/play-chain.ts";
import { creditArrivals } from "../coins/credit-arrivals.ts";
import { noteTokens } from "../coins/note-tokens.ts";
import { sendAttempts } from "../coins/send-attempts.ts";
import { networkFollower } from "../coins/start-following.ts";
import { walletTotals } from "../coins/wallet-totals.ts";
import type { TestApp } from "./app-for-test.ts";

type NodeServices = Partial<TestApp["services"]["networks"]>;

/** A play chain of an application, which a test mines and has followed. */
export class FollowedNetwork {
  protected readonly api: TestApp;
  readonly currency: string;
  readonly #network: Network;
  readonly #instead: NodeServices;
  #follower: Follower;

  /** @param instead of the application's nodes, what the follower asks */
  constructor(api: TestApp, network: Network, currency: string, instead: NodeServices = {}) {
    this.api = api;
    this.#network = network;
    this.currency = currency;
    this.#instead = instead;
    this.#follower = this.#made();
  }

  #made(): Follower {
    const { services } = this.api;
    const follower = networkFollower(
      { ...services, networks: { ...services.networks, ...this.#instead } },
      this.#network,
    );
    if (follower === undefined) throw new Error(`${this.#network} is off`);
    return follower;
  }

  get #play() {
    const play = this.api.services.networks[this.#network]?.play;
    if (play === undefined) throw new Error("there is no play chain");
    return play;
  }

  protected begin(): Promise<void> {
    return this.#play.begin();
  }

  /** Follows the chain as far as it goes, credits what is due, and checks that the chain and the books agree. */
  async follow(): Promise<void> {
    await this.begin();
    const state = await this.#follower.follow();
    await creditArrivals(this.api.services, this.#network);
    while (state === "ok" && (await noteTokens(this.api.services, this.#network)));
    const { read } = this.api.services.database;
    const settled = (await findChainState(read, this.#network))?.settled_height ?? 0n;
    const totals = await walletTotals(read, { network: this.#network, currency: this.currency }, settled);
    expect(totals.difference).toBe(0n);
    expect((await checkLedger(read)).mismatches).toEqual([]);
  }

  /** Sends what is signed and not settled again, as the server does each minute. */
  resend(): Promise<void> {
    return sendAttempts(this.api.services, this.#network);
  }

  /** Sets what a node says of itself. */
  node(changes: Parameters<PlayChain<never>["setNode"]>[0]): Promise<void> {
    return this.#play.setNode(changes);
  }

  /** Another process follows, as after a restart. */
  async restart(): Promise<void> {
    await this.#follower.stop();
    this.#follower = this.#made();
  }

  async mine(blocks: number): Promise<void> {
    await this.begin();
    await this.#play.mine(blocks);
    await this.follow();
  }

  async reorganise(depth: number, drop: readonly string[] = []): Promise<void> {
    await this.#play.reorganise(depth, drop);
    await this.follow();
  }

  /** Pauses it, or with null ends a pause without its two people. */
  async pause(paused_because: string | null): Promise<void> {
    await this.api.services.database.write((tx) => changeChainState(tx, this.#network, { paused_because }));
  }

  async pausedBecause(): Promise<string | null> {
    return (await findChainState(this.api.services.database.read, this.#network))?.paused_because ?? null;
  }
}
