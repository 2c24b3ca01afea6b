import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { type Wallet, parseDescriptor, writeDescriptor } from "../descriptor.ts";

/** The master key of tests, which is no public seed's. */
export const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));

/** The public half of an account of a master key. */
export function accountOf(master: HDKey, number: number): Wallet {
  const { publicExtendedKey } = master.derive(`m/44'/60'/${number}'`);
  const path = [44, 60, number].map((step) => step + HARDENED_OFFSET);
  const key = HDKey.fromExtendedKey(publicExtendedKey);
  return parseDescriptor(writeDescriptor({ fingerprint: master.fingerprint, path, key }));
}

export const DEPOSITS = accountOf(MASTER, 0);
export const TREASURY = accountOf(MASTER, 1);

/** The private key of an address. */
export function keyAt({ account }: Wallet, index: number, master = MASTER): Uint8Array {
  const { privateKey } = master.derive(`m/44'/60'/${account}'/0/${index}`);
  if (!privateKey) throw new TypeError("The key has no private half");
  return privateKey;
}
