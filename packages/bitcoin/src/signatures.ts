import { secp256k1 } from "@noble/curves/secp256k1.js";
import { SigHash, type Transaction } from "@scure/btc-signer";
import { equalBytes, hash160 } from "@scure/btc-signer/utils.js";

/** The public-key hash that a P2WPKH script pays. */
const keyHashOf = (script: Uint8Array): Uint8Array => script.subarray(2);

/** Whether a P2WPKH script pays the key. */
export const paysKey = (script: Uint8Array, publicKey: Uint8Array): boolean =>
  publicKey.length === 33 && script.length === 22 && equalBytes(keyHashOf(script), hash160(publicKey));

/** The digest to sign for an input that spends a P2WPKH output (BIP-143). */
export function digestOf(
  transaction: Transaction,
  at: number,
  spent: { script: Uint8Array; satoshi: bigint },
): Uint8Array {
  const code = Uint8Array.of(0x76, 0xa9, 20, ...keyHashOf(spent.script), 0x88, 0xac);
  return transaction.preimageWitnessV0(at, code, SigHash.ALL, spent.satoshi);
}

/** Whether a signature with its last byte is one over the digest and all of the transaction. Nodes ask for a low S. */
export function isSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.at(-1) !== SigHash.ALL) return false;
  try {
    return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, {
      prehash: false,
      format: "der",
      lowS: true,
    });
  } catch {
    return false;
  }
}
