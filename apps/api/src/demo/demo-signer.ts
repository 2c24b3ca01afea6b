import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { CHAINS } from "@wattle/bitcoin/chains";
import { readPaymentFile } from "@wattle/bitcoin/read-payment-file";
import { signPaymentFile } from "@wattle/bitcoin/sign-payment-file";

/** The seed of the demo's wallets, which anyone can read. A wallet of it is refused outside a demo. */
const DEMO_SEED = Array.from({ length: 12 }, () => "all").join(" ");

/** Signs a file for the play chain, as the offline signer does with a seed of one's own. @throws Refused if it is none */
export function signWithDemoKey(file: Uint8Array): Uint8Array {
  // BIP-39.
  const seed = pbkdf2Sync(DEMO_SEED, "mnemonic", 2048, 64, "sha512");
  const master = HDKey.fromMasterSeed(seed, CHAINS.regtest.extendedKeys);
  const payment = readPaymentFile(file);
  return signPaymentFile(payment, (at) => {
    const path = payment.inputs[at]?.keys[0]?.path ?? [];
    const { publicKey, privateKey } = path.reduce((key, step) => key.deriveChild(step), master);
    if (publicKey === null || privateKey === null) throw new TypeError("a key has no halves");
    return { publicKey, privateKey };
  });
}
