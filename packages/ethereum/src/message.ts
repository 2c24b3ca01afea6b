import { eip191Signer, parseSignature, serializeSignature } from "micro-eth-signer";
import { parseAddress } from "./address.ts";

/** Signs a message (EIP-191). The same message has the same signature each time. */
export const signMessage = (message: string, privateKey: Uint8Array): string =>
  eip191Signer.sign(message, privateKey, false);

/** Whether the key of an address signed a message (EIP-191, as wallets do in `personal_sign`). */
export function verifyMessage({
  address,
  message,
  signature,
}: Readonly<Record<"address" | "message" | "signature", string>>): boolean {
  try {
    // Some wallets end a signature in 00 or 01, and not in 1b or 1c.
    const usual = serializeSignature(parseSignature(signature.trim()));
    return eip191Signer.recoverAddress(usual, message).toLowerCase() === parseAddress(address).script;
  } catch {
    // No signature, no point of the curve, or no address.
    return false;
  }
}
