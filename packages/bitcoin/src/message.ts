import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { CompactSize, RawTx, RawWitness, SigHash, Transaction } from "@scure/btc-signer";
import { concatBytes, equalBytes, hash160, signECDSA, tagSchnorr } from "@scure/btc-signer/utils.js";
import { scriptType } from "./script-type.ts";
import type { KeyPair } from "./sign-payment-file.ts";
import { digestsOf, isSignature, paysKey } from "./signatures.ts";
import { transactionId } from "./transaction.ts";

/** Signatures by scripts, and those of the "full" formats, are not understood. */
export type MessageCheck = "valid" | "wrong" | "unsupported";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The transaction whose signature signs the message (BIP-322, "to_sign"). No chain takes it. */
function toSign(message: string, script: Uint8Array): Transaction {
  const hash = tagSchnorr("BIP0322-signed-message", bytesOf(message));
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xff_ff_ff_ff,
        finalScriptSig: Uint8Array.of(0, 32, ...hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  });
  const transaction = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  transaction.addInput({
    txid: transactionId(toSpend).toReversed(),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
  });
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  return transaction;
}

function isSegwitProof(
  transaction: Transaction,
  script: Uint8Array,
  [signature, publicKey, ...more]: readonly Uint8Array[],
): boolean {
  if (!signature || !publicKey || more.length > 0 || !paysKey(script, publicKey)) return false;
  return isSignature(signature, digestsOf(transaction.unsignedTx)(0, { script, satoshi: 0n }), publicKey);
}

/** SegWit inside of P2SH: the script that the address hashes follows from the key. */
function isNestedProof(
  transaction: Transaction,
  script: Uint8Array,
  witness: readonly Uint8Array[],
): boolean {
  const inner = Uint8Array.of(0, 20, ...hash160(witness[1] ?? new Uint8Array()));
  return equalBytes(script.subarray(2, 22), hash160(inner)) && isSegwitProof(transaction, inner, witness);
}

function isTaprootProof(
  transaction: Transaction,
  script: Uint8Array,
  [signature, ...more]: readonly Uint8Array[],
): boolean {
  if (!signature || more.length > 0) return false;
  const [type = SigHash.DEFAULT] = signature.subarray(64);
  if (signature.length > 65 || (signature.length === 65 && type !== SigHash.ALL)) return false;
  return schnorr.verify(
    signature.subarray(0, 64),
    transaction.preimageWitnessV1(0, [script], type, [0n]),
    script.subarray(2),
  );
}

/** The older format of `signmessage`, for P2PKH: the key is recovered from the signature. */
function isLegacyProof(message: string, script: Uint8Array, signature: Uint8Array): boolean {
  const [header = 0] = signature;
  if (signature.length !== 65 || header < 27 || header > 34) return false;
  const text = bytesOf(message);
  const digest = sha256(
    sha256(
      concatBytes(bytesOf("\u0018Bitcoin Signed Message:\n"), CompactSize.encode(BigInt(text.length)), text),
    ),
  );
  const recoverable = Uint8Array.of((header - 27) & 3, ...signature.subarray(1));
  const key = secp256k1.recoverPublicKey(recoverable, digest, { prehash: false });
  const written = header < 31 ? secp256k1.Point.fromBytes(key).toBytes(false) : key;
  return equalBytes(script.subarray(3, 23), hash160(written));
}

/**
 * Checks that the owner of an address signed a message: BIP-322's simple format for P2WPKH, P2SH-P2WPKH and P2TR by its
 * key, and the legacy format for P2PKH. The prefix `smp` may be there or not.
 */
export function checkMessage(message: string, script: Uint8Array, signature: string): MessageCheck {
  const type = scriptType(script);
  const text = signature.trim();
  if (!type || type === "p2wsh" || /^(?:ful|pof)/.test(text)) return "unsupported";
  try {
    const bytes = base64.decode(text.replace(/^smp/, ""));
    if (type === "p2pkh") return isLegacyProof(message, script, bytes) ? "valid" : "wrong";
    const check = { p2wpkh: isSegwitProof, p2sh: isNestedProof, p2tr: isTaprootProof }[type];
    return check(toSign(message, script), script, RawWitness.decode(bytes)) ? "valid" : "wrong";
  } catch {
    // Not base64, no witness, or no point of the curve.
    return "wrong";
  }
}

/** Signs a message for a P2WPKH address: BIP-322's simple format, without the prefix, which older verifiers do not know. */
export function signMessage(message: string, script: Uint8Array, { publicKey, privateKey }: KeyPair): string {
  if (!paysKey(script, publicKey)) throw new TypeError("The key is not that of the script");
  const digest = digestsOf(toSign(message, script).unsignedTx)(0, { script, satoshi: 0n });
  const signature = concatBytes(signECDSA(digest, privateKey), Uint8Array.of(SigHash.ALL));
  return base64.encode(RawWitness.encode([signature, publicKey]));
}
