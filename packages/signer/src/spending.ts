import type { ChainName } from "@wattle/bitcoin/chains";
import type { Network } from "./networks.ts";

export interface Payment {
  /** Bitcoin: the output's script in hex. Ethereum: the address in small letters. */
  readonly script: string;
  /** Satoshi or wei. */
  readonly amount: bigint;
}

/** A transaction as the rules see it, whichever its network is. */
export interface Spending {
  /** Outputs of Bitcoin or nonces of Ethereum: no second transaction can use them up. */
  readonly inputs: readonly string[];
  /** Payments that leave us. */
  readonly payments: readonly Payment[];
  /** The most that it takes as its fee. */
  readonly fee: bigint;
  /** Satoshi for 1,000 virtual bytes, or wei for a unit of gas. */
  readonly rate: bigint;
}

/** A file to sign, as the holder of the seed sees it. */
export interface Review {
  readonly network: Network;
  readonly spendings: readonly Spending[];
  /** Lines that say what the file does, for a person to compare with the desk. */
  readonly describe: (chain: ChainName | undefined) => readonly string[];
  /** The file with all signatures. */
  readonly sign: () => Uint8Array;
}
