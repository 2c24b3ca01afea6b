import { type Address, parseAddress } from "./address.ts";
import { parseBitcoin } from "./amount.ts";
import type { ChainName } from "./chains.ts";
import { Refused } from "./refused.ts";

/** An address to pay, and the amount in satoshi if a link asked for one. */
export interface PaymentTarget extends Address {
  readonly amount: bigint | undefined;
}

/**
 * Reads an address as it is typed or scanned: alone, or as a link `bitcoin:ADDRESS?amount=0.1` (BIP-21).
 * @throws Refused with the fault of the address or link
 */
export function parsePaymentTarget(text: string, chain: ChainName): PaymentTarget {
  const [, link] = /^bitcoin:(.*)$/is.exec(text.trim()) ?? [];
  if (link === undefined) return { ...parseAddress(text, chain), amount: undefined };
  const [address = "", query = "", ...more] = link.split("?");
  if (more.length > 0) throw new Refused("uri_form");
  const parameters = new URLSearchParams(query);
  let amount: bigint | undefined;
  for (const [key, value] of parameters) {
    if (/^req-/i.test(key)) throw new Refused("uri_required");
    if (key.toLowerCase() !== "amount") continue;
    const asked = parseBitcoin(value);
    if (asked === undefined || amount !== undefined) throw new Refused("uri_amount");
    amount = asked;
  }
  return { ...parseAddress(address, chain), amount };
}

/** A link that wallets open, for a QR code. */
export const paymentUri = (address: string): string => `bitcoin:${address}`;
