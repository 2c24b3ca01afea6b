import type { Network } from "@wattle/contracts/networks";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import { createEthereumNode } from "./ethereum-rpc.ts";
import { createEthereumPlay, type EtherPlay } from "./play/ethereum/ethereum-play.ts";
import { createEthereumPlayNode } from "./play/ethereum/node.ts";

/** Name of the network, in tables and answers. */
export const ETHEREUM = "ethereum" satisfies Network;

/** Ethereum, if it is on. */
export interface Ethereum {
  readonly chainId: bigint;
  readonly node: EthereumNode;
  /** The chain behind the node, if it is the demo's own. */
  readonly play: EtherPlay | undefined;
}

/** The nodes that `ETHEREUM_NODES` names; undefined if there are none. */
export function openEthereum({
  config,
  database,
  clock,
}: {
  readonly config: Pick<Config, "ETHEREUM_NODES" | "ETHEREUM_CHAIN_ID">;
  readonly database: Database;
  readonly clock: Clock;
}): Ethereum | undefined {
  const chainId = BigInt(config.ETHEREUM_CHAIN_ID);
  if (config.ETHEREUM_NODES === "play") {
    const parts = { network: ETHEREUM, chainId, database, now: () => clock.now() };
    return { chainId, node: createEthereumPlayNode(parts), play: createEthereumPlay(parts) };
  }
  if (config.ETHEREUM_NODES.length === 0) return undefined;
  return { chainId, node: createEthereumNode(config.ETHEREUM_NODES, { fetch }), play: undefined };
}
