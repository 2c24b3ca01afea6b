import { CHAINS, type Chain } from "@wattle/bitcoin/chains";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import type { Network } from "@wattle/contracts/networks";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { createBitcoinNode } from "./bitcoin-rpc.ts";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { createBitcoinPlay } from "./play/bitcoin/bitcoin-play.ts";
import { createBitcoinPlayNode } from "./play/bitcoin/node.ts";
import type { PlayChain } from "./play/play-chain.ts";

/** Name of the network, in tables and answers. */
export const BITCOIN = "bitcoin" satisfies Network;

/** Bitcoin, if it is on. */
export interface Bitcoin {
  readonly chain: Chain;
  readonly node: BitcoinNode;
  /** The chain behind the node, if it is the demo's own. */
  readonly play: PlayChain<TransactionOutput> | undefined;
}

/** The node that `BITCOIN_NODE` names; undefined if there is none. */
export function openBitcoin({
  config,
  database,
  clock,
}: {
  readonly config: Pick<Config, "BITCOIN_NODE" | "BITCOIN_CHAIN">;
  readonly database: Database;
  readonly clock: Clock;
}): Bitcoin | undefined {
  const chain = CHAINS[config.BITCOIN_CHAIN];
  if (config.BITCOIN_NODE === "play") {
    const parts = { network: BITCOIN, database, now: () => clock.now() };
    return { chain, node: createBitcoinPlayNode(parts), play: createBitcoinPlay(parts) };
  }
  if (config.BITCOIN_NODE.length === 0) return undefined;
  return { chain, node: createBitcoinNode(config.BITCOIN_NODE, { fetch }), play: undefined };
}
