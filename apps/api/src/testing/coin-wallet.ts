import { p2wpkh } from "@scure/btc-signer";
import { pubECDSA, sha256 } from "@scure/btc-signer/utils.js";
import { addressOfScript } from "@wattle/bitcoin/address";
import { signMessage } from "@wattle/bitcoin/message";

/** A stranger's wallet with one address of the play chain. @param name of the wallet; the same has the same key */
export function coinWallet(name: string) {
  const privateKey = sha256(Buffer.from(name));
  const publicKey = pubECDSA(privateKey);
  const { script } = p2wpkh(publicKey);
  return {
    address: addressOfScript(script, "regtest") ?? "",
    script: Buffer.from(script).toString("hex"),
    sign: (message: string): string => signMessage(message, script, { publicKey, privateKey }),
  };
}
