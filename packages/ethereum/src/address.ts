import { Refused } from "@wattle/bitcoin/refused";
import { addr } from "micro-eth-signer";

export interface Address {
  /** With its checksum in capitals (EIP-55). */
  readonly address: string;
  /** In small letters: what the address is known by, as an output's script is on Bitcoin. */
  readonly script: string;
}

const FORM = /^0x[0-9a-f]{40}$/i;
/** Coins that go there are lost, and wallets pay it by mistake. */
const UNOWNED = `0x${"0".repeat(40)}`;

/** An address with its checksum in capitals (EIP-55). */
export const checksummed = (script: string): string => addr.addChecksum(script);

/** The address of a public key. */
export function addressOfKey(publicKey: Uint8Array): Address {
  const address = addr.fromPublicKey(publicKey);
  return { address, script: address.toLowerCase() };
}

/**
 * Reads an address that can be paid: with a checksum, or all in small letters or capitals, which have none.
 * @throws Refused
 */
export function parseAddress(text: string): Address {
  const trimmed = text.trim();
  if (!FORM.test(trimmed)) throw new Refused("ether_address_form");
  const digits = trimmed.slice(2);
  const script = `0x${digits.toLowerCase()}`;
  if (script === UNOWNED) throw new Refused("ether_address_unowned");
  const address = checksummed(script);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && digits !== address.slice(2)) throw new Refused("address_checksum");
  return { address, script };
}
