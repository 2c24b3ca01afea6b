import { Refused } from "@wattle/bitcoin/refused";
import { type Address, checksummed, parseAddress } from "./address.ts";

/** An address to pay, and the amount in wei if a link asked for one. */
export interface PaymentTarget extends Address {
  readonly amount: bigint | undefined;
}

const LINK = /^ethereum:(?:pay-)?([^@/?]*)(?:@(\d{1,20}))?(\/[^?]*)?(?:\?([^?]*))?$/i;
const NUMBER = /^(\d{1,30})(?:\.(\d{1,30}))?(?:e(\d{1,2}))?$/i;

/** Reads a whole number as EIP-681 writes it, such as `2.014e18`. */
function readNumber(text: string): bigint | undefined {
  const [, whole, decimals = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const zeros = Number.parseInt(exponent, 10) - decimals.length;
  return whole === undefined || zeros < 0 ? undefined : BigInt(whole + decimals) * 10n ** BigInt(zeros);
}

/**
 * Reads an address as it is typed or scanned: alone, or as a link `ethereum:ADDRESS@1?value=1e18` (EIP-681).
 * @throws Refused with the fault of the address or link
 */
export function parsePaymentTarget(text: string, chainId: bigint): PaymentTarget {
  const trimmed = text.trim();
  if (!/^ethereum:/i.test(trimmed)) return { ...parseAddress(trimmed), amount: undefined };
  const [, address, chain, call, query = ""] = LINK.exec(trimmed) ?? [];
  // A call of a contract, such as a payment of a token.
  if (address === undefined || call !== undefined) throw new Refused("uri_form");
  // Without one, the network that the reader is on.
  if (chain !== undefined && BigInt(chain) !== chainId)
    throw new Refused("address_network", `It is for chain ${chain}.`);
  const [value, ...more] = new URLSearchParams(query).getAll("value");
  const amount = value === undefined ? undefined : readNumber(value);
  if (more.length > 0 || (value !== undefined && amount === undefined)) throw new Refused("uri_amount");
  return { ...parseAddress(address), amount };
}

/** A link that wallets open, for a QR code. */
export const paymentUri = (address: string, chainId: bigint): string =>
  `ethereum:${checksummed(address)}@${chainId}`;
