import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import { descriptorChecksum } from "./descriptor-checksum.ts";
import { type ChainName, CHAINS } from "./chains.ts";
import { type KeyOrigin, readOrigin, writeOrigin } from "./key-origin.ts";
import { Refused } from "./refused.ts";

/** Addresses are handed out from the first branch, and change goes to the second. */
export type Branch = 0 | 1;

/** The public half of an account of BIP-84. Its path is 84h, coin, account. */
export interface Wallet extends KeyOrigin {
  /** As it was exported, with its checksum. */
  readonly descriptor: string;
  /** The account's number, without its hardening. */
  readonly account: number;
  /** The account's extended public key: the same for the same wallet, however it was exported. */
  readonly key: HDKey;
  /** The extended public keys of both branches. */
  readonly branches: readonly [HDKey, HDKey];
}

/** Extended private keys and those of one address (WIF), at the places where descriptors have keys. */
const PRIVATE = /(?:^|[(\],])(?:[a-zA-Z]prv|[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?:[)/,#]|$))/;
const WITH_CHECKSUM = /^([^#]+)#([^#]+)$/;
const SCRIPT = /^(\w+)\((.*)\)$/;
const KEY = /^(?:\[([^\]]*)\])?([^/[\]]+)((?:\/[^/]*)*)$/;

/** The text without its checksum, which must be right. */
function withoutChecksum(text: string): string {
  if (!text.includes("#")) throw new Refused("descriptor_checksum_missing");
  const [, body, checksum] = WITH_CHECKSUM.exec(text) ?? [];
  if (body === undefined || descriptorChecksum(body) !== checksum) throw new Refused("descriptor_checksum");
  return body;
}

/** The account's number in a path like 84h/0h/0h of the chain. */
function accountOf(path: readonly number[], chain: ChainName): number {
  const [purpose, coin, account, ...more] = path.map((step) => step - HARDENED_OFFSET);
  if (purpose !== 84 || coin === undefined || account === undefined || account < 0 || more.length > 0)
    throw new Refused("descriptor_path");
  if (coin !== CHAINS[chain].coinType) {
    if (coin !== 0 && coin !== 1) throw new Refused("descriptor_path");
    throw new Refused(
      "descriptor_network",
      coin === 0 ? "Its coin is 0h, of main." : "Its coin is 1h, of test networks.",
    );
  }
  return account;
}

function readKey(text: string, chain: ChainName): HDKey {
  if (!/^[xt]pub/.test(text))
    throw new Refused(/^[a-zA-Z]pub/.test(text) ? "descriptor_key_type" : "descriptor_form");
  const version = CHAINS[chain].extendedKeys.public;
  if (text.startsWith("x") !== (chain === "main"))
    throw new Refused("descriptor_network", `Its key begins with ${text.slice(0, 4)}.`);
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 });
  } catch {
    throw new Refused("descriptor_key");
  }
}

/**
 * Reads a wallet as Bitcoin Core, Sparrow and Electrum export it: `wpkh([fingerprint/84h/0h/0h]xpub…/0/*)#checksum`, or
 * with `<0;1>` (BIP-389).
 * @throws Refused with a reason of its own for each fault
 */
export function parseDescriptor(text: string, chain: ChainName): Wallet {
  const descriptor = text.trim();
  if (PRIVATE.test(descriptor)) throw new Refused("descriptor_private");
  const [, script, argument = ""] = SCRIPT.exec(withoutChecksum(descriptor)) ?? [];
  if (script === undefined) throw new Refused("descriptor_form");
  if (script !== "wpkh") throw new Refused("descriptor_script");
  const [, originText, keyText, branch] = KEY.exec(argument) ?? [];
  if (keyText === undefined) throw new Refused("descriptor_form");
  if (branch !== "/0/*" && branch !== "/<0;1>/*") throw new Refused("descriptor_branch");
  const key = readKey(keyText, chain);
  const { fingerprint, path } = readOrigin(originText);
  const account = accountOf(path, chain);
  if (key.depth !== path.length || key.index !== path.at(-1)) throw new Refused("descriptor_key_path");
  return {
    descriptor,
    fingerprint,
    path,
    account,
    key,
    branches: [key.deriveChild(0), key.deriveChild(1)],
  };
}

/** The key and output script of an address. It takes some 2 ms. */
export function deriveScript(
  wallet: Wallet,
  branch: Branch,
  index: number,
): { readonly publicKey: Uint8Array; readonly script: Uint8Array } {
  const { publicKey } = wallet.branches[branch].deriveChild(index);
  if (!publicKey) throw new TypeError("A derived key has no public half");
  return { publicKey, script: p2wpkh(publicKey).script };
}

/** A descriptor of an account for both branches, with its checksum. */
export function writeDescriptor({
  fingerprint,
  path,
  key,
}: Pick<Wallet, "fingerprint" | "path" | "key">): string {
  const body = `wpkh([${writeOrigin({ fingerprint, path })}]${key.publicExtendedKey}/<0;1>/*)`;
  return `${body}#${descriptorChecksum(body)}`;
}
