import { CHAINS, type Chain } from "@wattle/bitcoin/chains";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import type { Network } from "@wattle/contracts/networks";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { createBitcoinSource } from "./bitcoin-source.ts";
import { createBitcoinNode } from "./bitcoin-rpc.ts";
import type { BitcoinNode } from "./bitcoin-node.ts";
import type { ChainSource } from "./chain-source.ts";
import { createBitcoinPlay } from "./play/bitcoin/bitcoin-play.ts";
import { createBitcoinPlayNode } from "./play/bitcoin/node.ts";
import type { PlayChain } from "./play/play-chain.ts";

/** Name of the network, in tables and answers. */
export const BITCOIN = "bitcoin" satisfies Network;

/** Confirmations of a settled block. */
export const SETTLED_DEPTH = 3;

/** Bitcoin, if it is on. */
export interface Bitcoin {
  readonly chain: Chain;
  readonly node: BitcoinNode;
  /** The chain behind the node, if it is the demo's own. */
  readonly play: PlayChain<TransactionOutput> | undefined;
  readonly source: () => ChainSource;
  /** It has none. */
  readonly tokens?: undefined;
}

interface Parts {
  readonly config: Pick<Config, "BITCOIN_NODE" | "BITCOIN_CHAIN">;
  readonly database: Database;
  readonly clock: Clock;
}

/** Bitcoin as a node tells it. */
export function bitcoinOf(
  { config, database, clock }: Parts,
  node: BitcoinNode,
  play?: PlayChain<TransactionOutput>,
): Bitcoin {
  const chain = CHAINS[config.BITCOIN_CHAIN];
  const now = (): number => clock.now();
  const source = () =>
    createBitcoinSource({ network: BITCOIN, chain, node, database, now, depth: SETTLED_DEPTH });
  return { chain, node, play, source };
}

/** The node that `BITCOIN_NODE` names; undefined if there is none. */
export function openBitcoin(services: Parts): Bitcoin | undefined {
  const { config, database, clock } = services;
  if (config.BITCOIN_NODE === "play") {
    const parts = { network: BITCOIN, database, now: () => clock.now() };
    return bitcoinOf(services, createBitcoinPlayNode(parts), createBitcoinPlay(parts));
  }
  if (config.BITCOIN_NODE.length === 0) return undefined;
  return bitcoinOf(services, createBitcoinNode(config.BITCOIN_NODE, { fetch }));
}
