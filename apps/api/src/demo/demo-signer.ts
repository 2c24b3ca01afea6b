import { pbkdf2Sync } from "node:crypto";
import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { parseAddress } from "@wattle/bitcoin/address";
import { signMessage } from "@wattle/bitcoin/message";
import { readPaymentFile } from "@wattle/bitcoin/read-payment-file";
import { signPaymentFile, type KeyPair } from "@wattle/bitcoin/sign-payment-file";
import type { Network } from "@wattle/contracts/networks";
import { readBatchFile } from "@wattle/ethereum/batch-file";
import { signMessage as signEtherMessage } from "@wattle/ethereum/message";
import { signBatchFile } from "@wattle/ethereum/sign-batch-file";
import type { ProvenAddress } from "../reserves/treasury.ts";

/** The seed of the demo's wallets, which anyone can read. A wallet of it is refused outside a demo. */
const DEMO_SEED = Array.from({ length: 12 }, () => "all").join(" ");

/** The demo's key at the end of a path. */
function demoKeyAt(path: readonly number[]): KeyPair {
  // BIP-39.
  const seed = pbkdf2Sync(DEMO_SEED, "mnemonic", 2048, 64, "sha512");
  const master = HDKey.fromMasterSeed(seed);
  const { publicKey, privateKey } = path.reduce((key, step) => key.deriveChild(step), master);
  if (publicKey === null || privateKey === null) throw new TypeError("a key has no halves");
  return { publicKey, privateKey };
}

/** Whether a file is one of Ethereum. Those of Bitcoin begin with "psbt". */
const isBatch = (file: Uint8Array): boolean => file[0] === "{".codePointAt(0);

/** Signs a file for the play chain, as the offline signer does with a seed of one's own. @throws Refused if it is none */
export function signWithDemoKey(file: Uint8Array): Uint8Array {
  if (isBatch(file)) return signBatchFile(readBatchFile(file), ({ key }) => demoKeyAt(key.path).privateKey);
  const payment = readPaymentFile(file);
  return signPaymentFile(payment, (at) => demoKeyAt(payment.inputs[at]?.keys[0]?.path ?? []));
}

const hardened = (steps: readonly number[]): number[] => steps.map((step) => step + HARDENED_OFFSET);
/** The treasury's accounts of the play chains (BIP-84, BIP-44). */
const TREASURY_PATHS: Readonly<Record<Network, readonly number[]>> = {
  bitcoin: hardened([84, 1, 1]),
  ethereum: hardened([44, 60, 1]),
};

const SIGN: Readonly<Record<Network, (message: string, address: string, key: KeyPair) => string>> = {
  bitcoin: (message, address, key) => signMessage(message, parseAddress(address, "regtest").script, key),
  ethereum: (message, _address, { privateKey }) => signEtherMessage(message, privateKey),
};

/** Answers a challenge of the proof of reserves, as the offline signer does. */
export function proveWithDemoKey(challenge: Uint8Array): Uint8Array {
  const { message, addresses } = JSON.parse(new TextDecoder().decode(challenge)) as {
    readonly message: string;
    readonly addresses: readonly (ProvenAddress & { readonly message: string })[];
  };
  const proofs = addresses.map(({ network, address, branch, index, message: own }) => {
    const key = demoKeyAt([...TREASURY_PATHS[network], branch, index]);
    return { network, address, proof: SIGN[network](own, address, key) };
  });
  return new TextEncoder().encode(JSON.stringify({ message, proofs }));
}
