import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import { pubECDSA, sha256 } from "@scure/btc-signer/utils.js";
import { addressOfScript } from "@wattle/bitcoin/address";
import { signMessage } from "@wattle/bitcoin/message";
import { deriveAddress } from "@wattle/ethereum/descriptor";
import { signMessage as signEtherMessage } from "@wattle/ethereum/message";

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

/** The same on Ethereum. */
export function etherWallet(name: string) {
  const branchKey = HDKey.fromMasterSeed(sha256(Buffer.from(name)));
  const { privateKey } = branchKey.deriveChild(0);
  if (privateKey === null) throw new TypeError("the key has no private half");
  return {
    ...deriveAddress({ branchKey }, 0),
    sign: (message: string): string => signEtherMessage(message, privateKey),
  };
}
