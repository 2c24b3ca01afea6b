import type { Network } from "@wattle/contracts/networks";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import type { ChainSource } from "./chain-source.ts";
import { createEthereumSource } from "./ethereum-source.ts";
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
  readonly source: () => ChainSource;
  /** Tokens that contracts say they have sent in a block, by its hash. */
  readonly tokens: EthereumNode["tokens"];
}

interface Parts {
  readonly config: Pick<Config, "ETHEREUM_NODES" | "ETHEREUM_CHAIN_ID">;
  readonly database: Database;
  readonly clock: Clock;
}

/** Ethereum as a node tells it. */
export function ethereumOf(
  { config, database, clock }: Parts,
  node: EthereumNode,
  play?: EtherPlay,
): Ethereum {
  const chainId = BigInt(config.ETHEREUM_CHAIN_ID);
  const now = (): number => clock.now();
  const source = () => createEthereumSource({ network: ETHEREUM, chainId, node, database, now });
  return { chainId, node, play, source, tokens: (hash) => node.tokens(hash) };
}

/** The nodes that `ETHEREUM_NODES` names; undefined if there are none. */
export function openEthereum(services: Parts): Ethereum | undefined {
  const { config, database, clock } = services;
  if (config.ETHEREUM_NODES === "play") {
    const chainId = BigInt(config.ETHEREUM_CHAIN_ID);
    const parts = { network: ETHEREUM, chainId, database, now: () => clock.now() };
    return ethereumOf(services, createEthereumPlayNode(parts), createEthereumPlay(parts));
  }
  if (config.ETHEREUM_NODES.length === 0) return undefined;
  return ethereumOf(services, createEthereumNode(config.ETHEREUM_NODES, { fetch }));
}
