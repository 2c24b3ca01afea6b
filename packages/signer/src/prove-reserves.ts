import type { HDKey } from "@scure/bip32";
import { parseAddress } from "@wattle/bitcoin/address";
import { CHAIN_NAMES } from "@wattle/bitcoin/chains";
import { signMessage } from "@wattle/bitcoin/message";
import { Refused } from "@wattle/bitcoin/refused";
import { paysKey } from "@wattle/bitcoin/signatures";
import { keyAt, type KeyPlace } from "./accounts.ts";
import { Declined } from "./declined.ts";

/** Nothing else is signed: a signature over any message would let its holder pass as us. */
const MESSAGE = /^Wattle reserves [\w-]+ [\w-]+ [0-9a-f]+$/;

interface Challenge {
  readonly message: string;
  readonly addresses: readonly {
    readonly network: string;
    readonly address: string;
    readonly branch: number;
    readonly index: number;
  }[];
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
  if (!MESSAGE.test(message)) throw new Declined("The message is not one of a proof of reserves.");
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

/**
 * Signs the message of a challenge with the key of each of its addresses, which are the treasury's.
 * @throws Declined
 */
export function proveReserves(
  master: HDKey,
  text: string,
): { readonly message: string; readonly proofs: readonly Proof[] } {
  const { message, addresses } = readChallenge(text);
  const proofs = addresses.map(({ network, address, branch, index }): Proof => {
    const { coin, script } = scriptOf(String(address));
    if ((branch !== 0 && branch !== 1) || !Number.isSafeInteger(index) || index < 0)
      throw new Declined(`${address} has no place in the treasury.`);
    const place: KeyPlace = { coin, role: "treasury", branch, index };
    const key = keyAt(master, place);
    if (!paysKey(script, key.publicKey))
      throw new Declined(`${address} is not the treasury's address ${branch}/${index}.`);
    return { network, address, proof: signMessage(message, script, key) };
  });
  return { message, proofs };
}
