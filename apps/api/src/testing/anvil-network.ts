import { findChainState } from "@wattle/db/chains";
import { ETHEREUM } from "../chains/ethereum.ts";
import type { AnvilNode } from "./anvil-node.ts";
import type { TestApp } from "./app-for-test.ts";
import { FollowedNetwork } from "./followed-network.ts";

/** Code that sends what comes with a call to the address in its data: no transaction shows that payment. */
const FORWARDING = "0x6000600060006000346000355af100";
/** Code that takes nothing. */
const REFUSING = "0x60006000fd";
/** Code that says it has sent as much of a token as its data says second, to the address that it says first. */
const TOKENS =
  "0x602035600052600035337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300";
const TOKEN = `0x${"70ce".repeat(10)}`;
const FORWARDER = `0x${"f00d".repeat(10)}`;

/** Ethereum at a full node that others wrote. Amounts are in wei. */
export class AnvilNetwork extends FollowedNetwork {
  readonly anvil: AnvilNode;
  constructor(api: TestApp, anvil: AnvilNode) {
    super(api, ETHEREUM, "ETH");
    this.anvil = anvil;
  }

  /** The chain was there before us. */
  protected override begin(): Promise<void> {
    return Promise.resolve();
  }

  override async mine(blocks: number): Promise<void> {
    await this.anvil.mine(blocks);
    await this.follow();
  }

  /** Other blocks, which are empty, replace the newest ones. The node forgets their transactions. */
  override async reorganise(depth: number): Promise<void> {
    await this.anvil.ask("anvil_reorg", [depth, []]);
    await this.follow();
  }

  /** A stranger pays. */
  send(address: string, wei: bigint): Promise<string> {
    return this.anvil.send(address, wei);
  }

  /** A stranger pays through a contract. */
  async sendByContract(address: string, wei: bigint): Promise<void> {
    await this.anvil.ask("anvil_setCode", [FORWARDER, FORWARDING]);
    await this.anvil.send(FORWARDER, wei, `0x${address.slice(2).toLowerCase().padStart(64, "0")}`);
  }

  /** A stranger sends tokens. */
  async sendTokens(address: string, amount: bigint): Promise<string> {
    await this.anvil.ask("anvil_setCode", [TOKEN, TOKENS]);
    const words = [address.slice(2).toLowerCase(), amount.toString(16)].map((word) => word.padStart(64, "0"));
    return this.anvil.send(TOKEN, 0n, `0x${words.join("")}`);
  }

  /** From now on there is a contract at an address that takes no coins, or takes them again. */
  async refuseAt(address: string, refuses = true): Promise<void> {
    await this.anvil.ask("anvil_setCode", [address, refuses ? REFUSING : "0x"]);
  }

  async balanceOf(address: string): Promise<bigint> {
    return BigInt(String(await this.anvil.ask("eth_getBalance", [address, "latest"])));
  }

  /** Wei that are known and are less than a unit of the books. */
  async remainder(): Promise<bigint> {
    return BigInt((await findChainState(this.api.services.database.read, ETHEREUM))?.remainder ?? 0n);
  }
}
