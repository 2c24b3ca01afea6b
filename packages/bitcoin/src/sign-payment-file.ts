import { SigHash, type Transaction } from "@scure/btc-signer";
import { concatBytes, signECDSA } from "@scure/btc-signer/utils.js";
import type { PaymentFile } from "./read-payment-file.ts";
import { digestsOf, paysKey } from "./signatures.ts";

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/**
 * Adds the signatures of all inputs to a payment file.
 * @param keyOf the key of an input, by its place in the file
 * @returns the signed file
 */
export function signPaymentFile(file: PaymentFile, keyOf: (input: number) => KeyPair): Uint8Array {
  const transaction: Transaction = file.transaction.clone();
  const digestOf = digestsOf(transaction.unsignedTx);
  for (const [at, spent] of file.inputs.entries()) {
    const { publicKey, privateKey } = keyOf(at);
    if (!paysKey(spent.script, publicKey)) throw new TypeError(`The key is not that of input ${at}`);
    const signature = signECDSA(digestOf(at, spent), privateKey, true);
    transaction.updateInput(
      at,
      { partialSig: [[publicKey, concatBytes(signature, Uint8Array.of(SigHash.ALL))]] },
      true,
    );
  }
  return transaction.toPSBT(0);
}
