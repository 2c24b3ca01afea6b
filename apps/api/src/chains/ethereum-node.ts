import type { ChainNode, Tip } from "./chain-node.ts";

/** Addresses are in small letters, amounts in wei. */
export interface EthereumTransaction {
  readonly txid: string;
  readonly from: string;
  /** Null if it makes a contract. */
  readonly to: string | null;
  readonly value: bigint;
  readonly nonce: bigint;
}

export interface EthereumBlock extends Tip {
  readonly parent: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly transactions: readonly EthereumTransaction[];
}

/** The end of a transaction in a block. */
export interface Outcome {
  readonly block: Tip;
  /** Whether it did what it should. If not, it costs its fee and its nonce all the same. */
  readonly ok: boolean;
  readonly fee: bigint;
}

export type EndedTransaction = EthereumTransaction & { readonly outcome: Outcome };

/** The price of a unit of gas. */
export interface GasPrice {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** A contract's word that it has sent tokens. Anyone can write a contract that says so. */
export interface TokenTransfer {
  readonly txid: string;
  /** Place among all that contracts say in the block. */
  readonly index: number;
  readonly contract: string;
  readonly to: string;
  /** As the contract counts: one for a token that is unique. */
  readonly amount: bigint;
}

/** The newest block that is final. */
export interface FinalBlock extends Tip {
  /** The node that calls no newer block final, in words for people. */
  readonly slowest?: string;
}

export interface EthereumNode extends ChainNode {
  readonly chainId: () => Promise<bigint>;
  /** The newest block that is final. @throws NodesDisagree if several nodes have others */
  readonly settled: () => Promise<FinalBlock>;
  readonly blockAt: (height: number) => Promise<EthereumBlock | undefined>;
  /** Undefined while no block has the transaction. */
  readonly outcome: (txid: string) => Promise<Outcome | undefined>;
  /** A transaction of a settled block, with its end; undefined if that block has none. @throws NodesDisagree if several nodes have others */
  readonly settledTransaction: (txid: string, height: number) => Promise<EndedTransaction | undefined>;
  /** Balances of addresses after a settled block, in their order. @throws NodesDisagree if several nodes have others */
  readonly balances: (scripts: readonly string[], height: number) => Promise<bigint[]>;
  /** The next nonce of an address after a settled block. @throws NodesDisagree if several nodes have others */
  readonly nonceAt: (script: string, height: number) => Promise<bigint>;
  /** Gas that a payment takes. @throws ChainNodeError `refused`, with its words, if the recipient does not take it */
  readonly gasFor: (transfer: {
    readonly from: string;
    readonly to: string;
    readonly value: bigint;
  }) => Promise<bigint>;
  readonly fees: () => Promise<GasPrice>;
  /** All tokens that contracts say they have sent in the block with this hash. */
  readonly tokens: (hash: string) => Promise<TokenTransfer[]>;
}
