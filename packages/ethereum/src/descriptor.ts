import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { type KeyOrigin, readOrigin, writeOrigin } from "@wattle/bitcoin/key-origin";
import { Refused } from "@wattle/bitcoin/refused";
import { type Address, addressOfKey } from "./address.ts";

/** The public half of an account of BIP-44. Its path is 44h, 60h, account. */
export interface Wallet extends KeyOrigin {
  /** As it was exported. */
  readonly descriptor: string;
  /** The account's number, without its hardening. */
  readonly account: number;
  readonly key: HDKey;
  /** The key below which the addresses' keys are. */
  readonly branchKey: HDKey;
}

const FORM = /^\[([^\]]*)\]([^/[\]]+)((?:\/[^/]*)*)$/;

/** The account's number in a path like 44h/60h/0h. */
function accountOf(path: readonly number[]): number {
  const [purpose, coin, account, ...more] = path.map((step) => step - HARDENED_OFFSET);
  if (purpose !== 44 || coin !== 60 || account === undefined || account < 0 || more.length > 0)
    throw new Refused("ether_descriptor_path");
  return account;
}

function readKey(text: string): HDKey {
  if (!text.startsWith("xpub")) throw new Refused("descriptor_key_type");
  try {
    return HDKey.fromExtendedKey(text);
  } catch {
    throw new Refused("descriptor_key");
  }
}

/**
 * Reads a wallet like `[fingerprint/44h/60h/0h]xpub…/0/*`.
 * @throws Refused with a reason of its own for each fault
 */
export function parseDescriptor(text: string): Wallet {
  const descriptor = text.trim();
  if (/(?:^|\])[a-zA-Z]prv/.test(descriptor)) throw new Refused("descriptor_private");
  const [, origin, keyText, branch] = FORM.exec(descriptor) ?? [];
  if (keyText === undefined) throw new Refused("ether_descriptor_form");
  if (branch !== "/0/*") throw new Refused("ether_descriptor_branch");
  const { fingerprint, path } = readOrigin(origin);
  const account = accountOf(path);
  const key = readKey(keyText);
  if (key.depth !== path.length || key.index !== path.at(-1)) throw new Refused("descriptor_key_path");
  return { descriptor, fingerprint, path, account, key, branchKey: key.deriveChild(0) };
}

/** An address of a wallet. It takes some 2 ms. */
export function deriveAddress(wallet: Pick<Wallet, "branchKey">, index: number): Address {
  const { publicKey } = wallet.branchKey.deriveChild(index);
  if (!publicKey) throw new TypeError("A derived key has no public half");
  return addressOfKey(publicKey);
}

export const writeDescriptor = ({ key, ...origin }: Pick<Wallet, "fingerprint" | "path" | "key">): string =>
  `[${writeOrigin(origin)}]${key.publicExtendedKey}/0/*`;
