import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { type ChainName, CHAINS } from "@wattle/bitcoin/chains";
import { type Branch, parseDescriptor, type Wallet, writeDescriptor } from "@wattle/bitcoin/descriptor";
import type { KeyPair } from "@wattle/bitcoin/sign-payment-file";

/** Accounts by their role at the server. */
export const ACCOUNTS = { deposits: 0, treasury: 1 } as const;
export type Role = keyof typeof ACCOUNTS;

/** The server hands out addresses one after the other: what is paid to one far beyond them would be lost from sight. */
const HIGHEST_INDEX = 10_000_000;

/** The place of a key below the master key. */
export interface KeyPlace {
  readonly coin: number;
  readonly role: Role;
  readonly branch: Branch;
  readonly index: number;
}

/** The place that a path leads to, or undefined if the server has no addresses there. */
export function placeOf(path: readonly number[]): KeyPlace | undefined {
  const [purpose = 0, coin = 0, account = 0, branch = 0, index = 0] = path;
  const [role] = (["deposits", "treasury"] as const).filter(
    (each) => account === HARDENED_OFFSET + ACCOUNTS[each],
  );
  const coinType = coin - HARDENED_OFFSET;
  if (path.length !== 5 || purpose !== HARDENED_OFFSET + 84 || (coinType !== 0 && coinType !== 1) || !role)
    return undefined;
  if ((branch !== 0 && branch !== 1) || index > HIGHEST_INDEX) return undefined;
  return { coin: coinType, role, branch, index };
}

/** The public half of an account, as the server gets it. */
export function walletOf(master: HDKey, chain: ChainName, role: Role): Wallet {
  const { coinType, extendedKeys } = CHAINS[chain];
  const path = [84, coinType, ACCOUNTS[role]].map((step) => step + HARDENED_OFFSET);
  const account = path.reduce((key, step) => key.deriveChild(step), master);
  const { publicKey, chainCode, depth, index, parentFingerprint } = account;
  if (!publicKey || !chainCode) throw new TypeError("An account has no public half");
  const key = new HDKey({ versions: extendedKeys, publicKey, chainCode, depth, index, parentFingerprint });
  return parseDescriptor(writeDescriptor({ fingerprint: master.fingerprint, path, key }), chain);
}

/** Keys of branches by their path, for each master key: most of a derivation is the way to them. */
const branchKeys = new WeakMap<HDKey, Map<string, HDKey>>();

function branchKey(master: HDKey, { coin, role, branch }: KeyPlace): HDKey {
  const known = branchKeys.get(master) ?? new Map<string, HDKey>();
  branchKeys.set(master, known);
  const path = `m/84'/${coin}'/${ACCOUNTS[role]}'/${branch}`;
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
