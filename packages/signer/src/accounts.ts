import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { type ChainName, CHAINS } from "@wattle/bitcoin/chains";
import {
  type Branch,
  parseDescriptor,
  type Wallet as BitcoinWallet,
  writeDescriptor,
} from "@wattle/bitcoin/descriptor";
import type { KeyPair } from "@wattle/bitcoin/sign-payment-file";
import * as ether from "@wattle/ethereum/descriptor";
import type { Network } from "./networks.ts";

/** Accounts by their role at the server. */
export const ACCOUNTS = { deposits: 0, treasury: 1 } as const;
export type Role = keyof typeof ACCOUNTS;

/** The server hands out addresses one after the other: what is paid to one far beyond them would be lost from sight. */
const HIGHEST_INDEX = 10_000_000;

/** The steps of keys on each network: BIP-84 with the coins of Bitcoin's main and test networks, and BIP-44 with Ethereum's. */
const STEPS = {
  bitcoin: { purpose: 84, coins: [0, 1], branches: [0, 1] },
  ethereum: { purpose: 44, coins: [60], branches: [0] },
} as const satisfies Record<Network, unknown>;

/** Ethereum's step in a path. */
export const ETHER = 60;

/** The place of a key below the master key. */
export interface KeyPlace {
  readonly coin: number;
  readonly role: Role;
  readonly branch: Branch;
  readonly index: number;
}

/** The place that a path leads to, or undefined if the server has no addresses there on the network. */
export function placeOf(network: Network, path: readonly number[]): KeyPlace | undefined {
  const { purpose, coins, branches } = STEPS[network];
  const [first = 0, second = 0, account = 0, third = 0, index = 0] = path;
  const [role] = (["deposits", "treasury"] as const).filter(
    (each) => account === HARDENED_OFFSET + ACCOUNTS[each],
  );
  const coin = coins.find((each) => second === HARDENED_OFFSET + each);
  const branch = branches.find((each) => third === each);
  if (path.length !== 5 || first !== HARDENED_OFFSET + purpose || index > HIGHEST_INDEX) return undefined;
  return coin === undefined || branch === undefined || !role ? undefined : { coin, role, branch, index };
}

const purposeOf = (coin: number): number => STEPS[coin === ETHER ? "ethereum" : "bitcoin"].purpose;

/** An account without its private half, and from where it comes. */
function publicAccount(
  master: HDKey,
  { coin, role }: Pick<KeyPlace, "coin" | "role">,
  versions?: { readonly public: number; readonly private: number },
) {
  const path = [purposeOf(coin), coin, ACCOUNTS[role]].map((step) => step + HARDENED_OFFSET);
  const account = path.reduce((key, step) => key.deriveChild(step), master);
  const { publicKey, chainCode, depth, index, parentFingerprint } = account;
  if (!publicKey || !chainCode) throw new TypeError("An account has no public half");
  const key = new HDKey({
    ...(versions && { versions }),
    publicKey,
    chainCode,
    depth,
    index,
    parentFingerprint,
  });
  return { fingerprint: master.fingerprint, path, key };
}

/** The public half of an account of Bitcoin, as the server gets it. */
export function walletOf(master: HDKey, chain: ChainName, role: Role): BitcoinWallet {
  const { coinType, extendedKeys } = CHAINS[chain];
  return parseDescriptor(
    writeDescriptor(publicAccount(master, { coin: coinType, role }, extendedKeys)),
    chain,
  );
}

/** The public half of an account of Ethereum, as the server gets it. It is the same on each chain. */
export function etherWalletOf(master: HDKey, role: Role): ether.Wallet {
  return ether.parseDescriptor(ether.writeDescriptor(publicAccount(master, { coin: ETHER, role })));
}

/** Keys of branches by their path, for each master key: most of a derivation is the way to them. */
const branchKeys = new WeakMap<HDKey, Map<string, HDKey>>();

function branchKey(master: HDKey, { coin, role, branch }: KeyPlace): HDKey {
  const known = branchKeys.get(master) ?? new Map<string, HDKey>();
  branchKeys.set(master, known);
  const path = `m/${purposeOf(coin)}'/${coin}'/${ACCOUNTS[role]}'/${branch}`;
  const key = known.get(path) ?? master.derive(path);
  known.set(path, key);
  return key;
}

/** Both halves of a key. */
export function keyAt(master: HDKey, place: KeyPlace): KeyPair {
  const { publicKey, privateKey } = branchKey(master, place).deriveChild(place.index);
  if (!publicKey || !privateKey) throw new TypeError("A key has no private half");
  return { publicKey, privateKey };
}
