import type { HDKey } from "@scure/bip32";
import { parseAddress } from "@wattle/bitcoin/address";
import { CHAIN_NAMES } from "@wattle/bitcoin/chains";
import { signMessage } from "@wattle/bitcoin/message";
import { Refused } from "@wattle/bitcoin/refused";
import { paysKey } from "@wattle/bitcoin/signatures";
import { addressOfKey } from "@wattle/ethereum/address";
import * as ether from "@wattle/ethereum/message";
import { ETHER, keyAt } from "./accounts.ts";
import { Declined } from "./declined.ts";

/** Nothing else is signed: a signature over any message would let its holder pass as us. */
const MESSAGE = /^Wattle reserves [\w-]+ [\w-]+ (?:0x)?[0-9a-f]+$/;

interface AskedAddress {
  readonly network: string;
  readonly address: string;
  readonly branch: number;
  readonly index: number;
  /** The message of its network, if it has one: each network's names a block of its own. */
  readonly message?: string;
}

interface Challenge {
  readonly message: string;
  readonly addresses: readonly AskedAddress[];
}

export interface Proof {
  readonly network: string;
  readonly address: string;
  readonly proof: string;
}

function readChallenge(text: string): Challenge {
  let challenge: Partial<Challenge> | null;
  try {
    challenge = JSON.parse(text) as Partial<Challenge> | null;
  } catch {
    throw new Declined("The file is not a challenge of the proof of reserves.");
  }
  const { message, addresses } = challenge ?? {};
  if (typeof message !== "string" || !Array.isArray(addresses))
    throw new Declined("The file is not a challenge of the proof of reserves.");
  const messages = [message, ...addresses.map((asked: AskedAddress) => asked.message ?? message)];
  if (!messages.every((each) => MESSAGE.test(each)))
    throw new Declined("The message is not one of a proof of reserves.");
  return { message, addresses };
}

/** The script of an address on whichever network it is for. */
function scriptOf(address: string): { readonly coin: number; readonly script: Uint8Array } {
  for (const chain of CHAIN_NAMES) {
    try {
      return { coin: chain === "main" ? 0 : 1, script: parseAddress(address, chain).script };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  throw new Declined(`${address} is not an address.`);
}

const notOurs = ({ address, branch, index }: AskedAddress): Declined =>
  new Declined(`${address} is not the treasury's address ${branch}/${index}.`);

/** A proof of Bitcoin (BIP-322). */
function proveBitcoin(master: HDKey, asked: AskedAddress, branch: 0 | 1, message: string): string {
  const { coin, script } = scriptOf(String(asked.address));
  const key = keyAt(master, { coin, role: "treasury", branch, index: asked.index });
  if (!paysKey(script, key.publicKey)) throw notOurs(asked);
  return signMessage(message, script, key);
}

/** A proof of Ethereum (EIP-191). */
function proveEthereum(master: HDKey, asked: AskedAddress, branch: 0 | 1, message: string): string {
  const { publicKey, privateKey } = keyAt(master, {
    coin: ETHER,
    role: "treasury",
    branch,
    index: asked.index,
  });
  if (branch !== 0 || addressOfKey(publicKey).address !== asked.address) throw notOurs(asked);
  return ether.signMessage(message, privateKey);
}

/**
 * Signs the message of a challenge with the key of each of its addresses, which are the treasury's.
 * @throws Declined
 */
export function proveReserves(
  master: HDKey,
  text: string,
): { readonly message: string; readonly proofs: readonly Proof[] } {
  const { message, addresses } = readChallenge(text);
  const proofs = addresses.map((asked): Proof => {
    const { network, address, branch, index } = asked;
    if ((branch !== 0 && branch !== 1) || !Number.isSafeInteger(index) || index < 0)
      throw new Declined(`${address} has no place in the treasury.`);
    const prove = network === "ethereum" ? proveEthereum : proveBitcoin;
    return { network, address, proof: prove(master, asked, branch, asked.message ?? message) };
  });
  return { message, proofs };
}
