import { secp256k1 } from "@noble/curves/secp256k1.js";
import { SigHash } from "@scure/btc-signer";
import { equalBytes, hash160, sha256x2 } from "@scure/btc-signer/utils.js";
import { ByteReader } from "./byte-reader.ts";

/** The public-key hash that a P2WPKH script pays. */
const keyHashOf = (script: Uint8Array): Uint8Array => script.subarray(2);

/** Whether a P2WPKH script pays the key. */
export const paysKey = (script: Uint8Array, publicKey: Uint8Array): boolean =>
  publicKey.length === 33 && script.length === 22 && equalBytes(keyHashOf(script), hash160(publicKey));

/** An input of an unsigned transaction: an output's id and number, an empty script, and a sequence. */
const INPUT_BYTES = 36 + 1 + 4;

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/**
 * The digests to sign for inputs that spend P2WPKH outputs (BIP-143). All inputs share most of them, which is hashed
 * once: hundreds of inputs would take seconds otherwise.
 */
export function digestsOf(
  unsigned: Uint8Array,
): (at: number, spent: { script: Uint8Array; satoshi: bigint }) => Uint8Array {
  const reader = new ByteReader(unsigned);
  const version = reader.bytes(4);
  const inputs = Array.from({ length: reader.count() }, () => reader.bytes(INPUT_BYTES));
  reader.count();
  const outputs = sha256x2(reader.bytes(reader.left - 4));
  const lockTime = reader.bytes(4);
  const points = inputs.map((input) => input.subarray(0, 36));
  const sequences = inputs.map((input) => input.subarray(37));
  const shared = [version, sha256x2(...points), sha256x2(...sequences)];
  return (at, { script, satoshi }) => {
    const [point, sequence] = [points[at], sequences[at]];
    if (!point || !sequence) throw new RangeError(`There is no input ${at}`);
    const code = Uint8Array.of(25, 0x76, 0xa9, 20, ...keyHashOf(script), 0x88, 0xac);
    const type = Uint8Array.of(SigHash.ALL, 0, 0, 0);
    return sha256x2(...shared, point, code, littleEndian(satoshi), sequence, outputs, lockTime, type);
  };
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
