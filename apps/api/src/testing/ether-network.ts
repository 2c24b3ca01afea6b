import { findChainState } from "@wattle/db/chains";
import type { Database } from "@wattle/db/database";
import {
  forgetPlayTransaction,
  leavePlayBlocks,
  newestPlayBlocks,
  undoPlayAccounts,
} from "@wattle/db/play-chain";
import { parseAddress } from "@wattle/ethereum/address";
import { ETHEREUM, ethereumOf } from "../chains/ethereum.ts";
import { unitsBelow } from "../coins/coin-network.ts";
import { sentOn } from "../chains/play/ethereum/gas.ts";
import { offerTransfer } from "../chains/play/ethereum/mempool.ts";
import { readBlock } from "../chains/play/ethereum/records.ts";
import { expect } from "vitest";
import type { TestApp } from "./app-for-test.ts";
import { FollowedNetwork } from "./followed-network.ts";
import { lateNode } from "./late-node.ts";

/** Units of the books that all blocks of the play chain together have paid to an address. */
export async function etherPaidInBlocks({ read }: Pick<Database, "read">, address: string): Promise<bigint> {
  const { script } = parseAddress(address);
  const blocks = await newestPlayBlocks(read, ETHEREUM, 100_000);
  return blocks
    .flatMap((block) => readBlock(block).transactions)
    .flatMap(({ ok, to, value, sendsOn }) =>
      ok ? [{ script: to, wei: value }, ...sentOn({ to, sendsOn })] : [],
    )
    .reduce((total, paid) => total + (paid.script === script ? unitsBelow(ETHEREUM, paid.wei) : 0n), 0n);
}

/** Ethereum's play chain of an application. Amounts are in wei. */
export class EtherNetwork extends FollowedNetwork {
  constructor(api: TestApp, node = api.services.networks.ethereum?.node) {
    if (node === undefined) throw new Error("Ethereum is off");
    super(api, ETHEREUM, "ETH", {
      ethereum: ethereumOf(api.services, node, api.services.networks.ethereum?.play),
    });
  }

  get ethereum() {
    const { ethereum } = this.api.services.networks;
    if (ethereum?.play === undefined) throw new Error("there is no play chain");
    return { ...ethereum, play: ethereum.play };
  }

  /** The same network, followed by a process whose node is slow. */
  slow(meanwhile: Parameters<typeof lateNode>[1]): EtherNetwork {
    return new EtherNetwork(this.api, lateNode(this.ethereum.node, meanwhile));
  }

  /** A stranger pays. */
  async send(address: string, wei: bigint): Promise<string> {
    await this.begin();
    return this.ethereum.play.send([{ script: parseAddress(address).script, wei }]);
  }

  /** A stranger pays through a contract. */
  async sendByContract(...payments: readonly { readonly address: string; readonly wei: bigint }[]) {
    await this.begin();
    return this.ethereum.play.sendByContract(
      payments.map(({ address, wei }) => ({ script: parseAddress(address).script, wei })),
    );
  }

  /**
   * Other blocks replace the newest ones, without a transaction that they had: no node remembers it.
   * @param instead what a miner takes in its place
   */
  async replaceWithout(depth: number, txid: string, instead?: Uint8Array): Promise<void> {
    const { chainId } = this.ethereum;
    await this.api.services.database.write(async (tx) => {
      const [newest] = await newestPlayBlocks(tx, ETHEREUM, 1);
      const kept = (newest?.height ?? 0n) - BigInt(depth);
      await leavePlayBlocks(tx, ETHEREUM, kept);
      await undoPlayAccounts(tx, ETHEREUM, kept);
      await forgetPlayTransaction(tx, txid);
      if (instead !== undefined)
        expect(await offerTransfer(tx, { network: ETHEREUM, chainId }, instead)).toBeUndefined();
    });
    await this.mine(depth + 1);
  }

  /** A stranger sends tokens. */
  async sendTokens(address: string, amount: bigint): Promise<string> {
    await this.begin();
    return this.ethereum.play.sendTokens([{ script: parseAddress(address).script, wei: amount }]);
  }

  paidTo(address: string): Promise<bigint> {
    return etherPaidInBlocks(this.api.services.database, address);
  }

  /** Wei that are known and are less than a unit of the books. */
  async remainder(): Promise<bigint> {
    return BigInt((await findChainState(this.api.services.database.read, ETHEREUM))?.remainder ?? 0n);
  }
}
