import type { Network } from "@wattle/contracts/networks";
import type { ChainNode } from "../chains/chain-node.ts";
import { createBitcoinSource } from "../chains/bitcoin-source.ts";
import type { ChainSource } from "../chains/chain-source.ts";
import type { EthereumNode } from "../chains/ethereum-node.ts";
import { createEthereumSource } from "../chains/ethereum-source.ts";
import type { PlayChain } from "../chains/play/play-chain.ts";
import type { Services } from "../services.ts";
import { FACTS } from "./coin-network.ts";

export type OpenServices = Pick<Services, "bitcoin" | "clock" | "config" | "database" | "ethereum">;

/** A network that is on. */
export interface OpenNetwork {
  readonly node: ChainNode;
  readonly source: () => ChainSource;
  /** Tokens that contracts say they have sent in a block, by its hash; undefined on networks without contracts. */
  readonly tokens?: EthereumNode["tokens"];
  /** The chain behind the node, if it is the demo's own. */
  readonly play: PlayChain<never> | undefined;
}

function openBitcoin(services: OpenServices): OpenNetwork | undefined {
  const { bitcoin, clock, database } = services;
  if (bitcoin === undefined) return undefined;
  const { chain, node, play } = bitcoin;
  const depth = FACTS.bitcoin.settledDepth(services);
  const now = (): number => clock.now();
  return {
    node,
    play,
    source: () => createBitcoinSource({ network: "bitcoin", chain, node, database, now, depth }),
  };
}

function openEthereum({ ethereum, clock, database }: OpenServices): OpenNetwork | undefined {
  if (ethereum === undefined) return undefined;
  const { chainId, node, play } = ethereum;
  const now = (): number => clock.now();
  return {
    node,
    play,
    tokens: (hash) => node.tokens(hash),
    source: () => createEthereumSource({ network: "ethereum", chainId, node, database, now }),
  };
}

const OPEN: Readonly<Record<Network, (services: OpenServices) => OpenNetwork | undefined>> = {
  bitcoin: openBitcoin,
  ethereum: openEthereum,
};

/** A network with its node; undefined if it is off. */
export const openNetwork = (services: OpenServices, network: Network): OpenNetwork | undefined =>
  OPEN[network](services);
