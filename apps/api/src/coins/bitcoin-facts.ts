import { addressOfScript, parseAddress } from "@wattle/bitcoin/address";
import { deriveScript, parseDescriptor, type Wallet } from "@wattle/bitcoin/descriptor";
import { formatFeeRate } from "@wattle/bitcoin/fee-rate";
import { checkMessage } from "@wattle/bitcoin/message";
import { parsePaymentTarget, paymentUri } from "@wattle/bitcoin/payment-uri";
import { hasPublicSeed } from "@wattle/bitcoin/public-seeds";
import { SETTLED_DEPTH } from "../chains/bitcoin.ts";
import type { NetworkFacts, NetworkServices } from "./network-facts.ts";

const hexOf = (script: Uint8Array): string => Buffer.from(script).toString("hex");

const parsed = new Map<string, Wallet>();

/** Reads a descriptor of the installation's chain. @throws Refused */
export function bitcoinWallet({ config }: NetworkServices, descriptor: string): Wallet {
  const key = `${config.BITCOIN_CHAIN} ${descriptor}`;
  const wallet = parsed.get(key) ?? parseDescriptor(descriptor, config.BITCOIN_CHAIN);
  parsed.set(key, wallet);
  return wallet;
}

export const BITCOIN_FACTS: NetworkFacts = {
  isFollowed: ({ config }) => config.BITCOIN_NODE.length > 0,
  isPlay: ({ config }) => config.BITCOIN_NODE === "play",
  settledDepth: () => SETTLED_DEPTH,
  // 36 blocks: so long without the third of them never happens by chance.
  recentSeconds: 36 * 600,
  treasury: "next address",
  holds: "outputs",
  unit: 1n,
  rateText: formatFeeRate,
  rateUnit: "sat/vB",
  readWallet: (services, descriptor) => {
    const wallet = bitcoinWallet(services, descriptor);
    return {
      descriptor: wallet.descriptor,
      account: wallet.account,
      accountKey: wallet.key.publicExtendedKey,
      hasPublicSeed: hasPublicSeed(wallet),
      addressAt: ({ branch, position }) => {
        const { script } = deriveScript(wallet, branch, position);
        const address = addressOfScript(script, services.config.BITCOIN_CHAIN);
        if (address === undefined) throw new TypeError("a script of ours has no address");
        return { address, script: hexOf(script) };
      },
    };
  },
  readTarget: ({ config }, text) => {
    const { address, script, amount } = parsePaymentTarget(text, config.BITCOIN_CHAIN);
    return { address, script: hexOf(script), amount };
  },
  paymentUri: (_services, address) => paymentUri(address),
  checkMessage: ({ config }, { address, message, signature }) =>
    checkMessage(message, parseAddress(address, config.BITCOIN_CHAIN).script, signature),
};
