import type { ChainNode } from "./chain-node.ts";

export interface BitcoinNode extends ChainNode {
  readonly rawHeader: (hash: string) => Promise<Uint8Array>;
  readonly rawBlock: (hash: string) => Promise<Uint8Array>;
  /** Ids of transactions that wait for a block. */
  readonly mempool: () => Promise<readonly string[]>;
  /** A transaction that waits for a block; undefined if it does not know it, which means nothing. */
  readonly rawTransaction: (txid: string) => Promise<Uint8Array | undefined>;
  /** Fee rate for a block soon, in satoshi for 1,000 virtual bytes; undefined if it has no estimate. */
  readonly feeRate: () => Promise<bigint | undefined>;
}
