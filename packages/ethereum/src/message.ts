import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hex } from "@scure/base";
import { eip191Signer, parseSignature } from "micro-eth-signer";
import { addressOfKey, parseAddress } from "./address.ts";

/** Signs a message (EIP-191). The same message has the same signature each time. */
export const signMessage = (message: string, privateKey: Uint8Array): string =>
  eip191Signer.sign(message, privateKey, false);

/**
 * Whether the key of an address signed a message (EIP-191, as wallets do in `personal_sign`). The key that a signature leads to is one that
 * it fits, so that it need not be verified once more, which takes longer than to find the key.
 */
export function verifyMessage({
  address,
  message,
  signature,
}: Readonly<Record<"address" | "message" | "signature", string>>): boolean {
  try {
    // Some wallets end a signature in 00 or 01, and not in 1b or 1c.
    const { r, s, yParity } = parseSignature(signature.trim());
    const parsed = new secp256k1.Signature(r, s, yParity);
    if (parsed.hasHighS()) return false;
    const digest = hex.decode(eip191Signer.getHash(message).slice(2));
    const key = parsed.recoverPublicKey(digest).toBytes(false);
    return addressOfKey(key).script === parseAddress(address).script;
  } catch {
    // No signature, no point of the curve, or no address.
    return false;
  }
}
