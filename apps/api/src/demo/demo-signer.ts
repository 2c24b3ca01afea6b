import { pbkdf2Sync } from "node:crypto";
import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { parseAddress } from "@wattle/bitcoin/address";
import { CHAINS } from "@wattle/bitcoin/chains";
import { signMessage } from "@wattle/bitcoin/message";
import { readPaymentFile } from "@wattle/bitcoin/read-payment-file";
import { signPaymentFile, type KeyPair } from "@wattle/bitcoin/sign-payment-file";
import type { ProvenAddress } from "../reserves/treasury.ts";

/** The seed of the demo's wallets, which anyone can read. A wallet of it is refused outside a demo. */
const DEMO_SEED = Array.from({ length: 12 }, () => "all").join(" ");

/** The demo's key at the end of a path. */
function demoKeyAt(path: readonly number[]): KeyPair {
  // BIP-39.
  const seed = pbkdf2Sync(DEMO_SEED, "mnemonic", 2048, 64, "sha512");
  const master = HDKey.fromMasterSeed(seed, CHAINS.regtest.extendedKeys);
  const { publicKey, privateKey } = path.reduce((key, step) => key.deriveChild(step), master);
  if (publicKey === null || privateKey === null) throw new TypeError("a key has no halves");
  return { publicKey, privateKey };
}

/** Signs a file for the play chain, as the offline signer does with a seed of one's own. @throws Refused if it is none */
export function signWithDemoKey(file: Uint8Array): Uint8Array {
  const payment = readPaymentFile(file);
  return signPaymentFile(payment, (at) => demoKeyAt(payment.inputs[at]?.keys[0]?.path ?? []));
}

/** The treasury's account of the play chain (BIP-84). */
const TREASURY_PATH = [84, 1, 1].map((step) => step + HARDENED_OFFSET);

/** Answers a challenge of the proof of reserves, as the offline signer does. */
export function proveWithDemoKey(challenge: Uint8Array): Uint8Array {
  const { message, addresses } = JSON.parse(new TextDecoder().decode(challenge)) as {
    readonly message: string;
    readonly addresses: readonly ProvenAddress[];
  };
  const proofs = addresses.map(({ network, address, branch, index }) => {
    const { script } = parseAddress(address, "regtest");
    return {
      network,
      address,
      proof: signMessage(message, script, demoKeyAt([...TREASURY_PATH, branch, index])),
    };
  });
  return new TextEncoder().encode(JSON.stringify({ message, proofs }));
}
