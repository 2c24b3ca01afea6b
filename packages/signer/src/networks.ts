import { formatBitcoin } from "@wattle/bitcoin/amount";
import { formatFeeRate } from "@wattle/bitcoin/fee-rate";
import { formatEther, formatGwei } from "@wattle/ethereum/wei";

/** Networks that the signer knows, each with a coin of its own. */
export type Network = "bitcoin" | "ethereum";

interface NetworkTexts {
  /** An amount, from satoshi or wei. */
  readonly amount: (amount: bigint) => string;
  /** A fee rate, from satoshi for 1,000 virtual bytes or from wei for a unit of gas. */
  readonly rate: (rate: bigint) => string;
}

export const TEXTS: Readonly<Record<Network, NetworkTexts>> = {
  bitcoin: {
    amount: (satoshi) => `${formatBitcoin(satoshi)} BTC`,
    rate: (rate) => `${formatFeeRate(rate)} sat/vB`,
  },
  ethereum: { amount: (wei) => `${formatEther(wei)} ETH`, rate: (wei) => `${formatGwei(wei)} gwei` },
};
