import { deriveAddress, parseDescriptor, type Wallet } from "@wattle/ethereum/descriptor";
import { verifyMessage } from "@wattle/ethereum/message";
import { parsePaymentTarget, paymentUri } from "@wattle/ethereum/payment-uri";
import { hasPublicSeed } from "@wattle/bitcoin/public-seeds";
import { formatGwei, WEI_PER_UNIT } from "@wattle/ethereum/wei";
import type { NetworkFacts } from "./network-facts.ts";

const parsed = new Map<string, Wallet>();

/** Reads a descriptor. @throws Refused */
export function ethereumWallet(descriptor: string): Wallet {
  const wallet = parsed.get(descriptor) ?? parseDescriptor(descriptor);
  parsed.set(descriptor, wallet);
  return wallet;
}

export const ETHEREUM_FACTS: NetworkFacts = {
  isFollowed: ({ config }) => config.ETHEREUM_NODES.length > 0,
  isPlay: ({ config }) => config.ETHEREUM_NODES === "play",
  // Two epochs, after which nodes call a block final if all goes well. The node decides.
  settledDepth: ({ config }) => (config.ETHEREUM_NODES === "play" ? 2 : 64),
  // 300 blocks: a final block is up to 96 old if all goes well.
  recentSeconds: 300 * 12,
  treasury: "first address",
  holds: "balances",
  unit: WEI_PER_UNIT,
  rateText: formatGwei,
  rateUnit: "gwei",
  readWallet: (_services, descriptor) => {
    const wallet = ethereumWallet(descriptor);
    return {
      descriptor: wallet.descriptor,
      account: wallet.account,
      accountKey: wallet.key.publicExtendedKey,
      hasPublicSeed: hasPublicSeed(wallet),
      addressAt: ({ branch, position }) => {
        if (branch !== 0) throw new TypeError("there is no change on Ethereum");
        return deriveAddress(wallet, position);
      },
    };
  },
  readTarget: ({ config }, text) => parsePaymentTarget(text, BigInt(config.ETHEREUM_CHAIN_ID)),
  paymentUri: ({ config }, address) => paymentUri(address, BigInt(config.ETHEREUM_CHAIN_ID)),
  checkMessage: (_services, signed) => (verifyMessage(signed) ? "valid" : "wrong"),
};
