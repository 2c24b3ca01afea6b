import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { currencyOf } from "@wattle/contracts/markets";
import { displayAmount, toAmount } from "@wattle/exchange-core";

/** Our debts to all customers, for everyone to read. */
export const DOCUMENT = "/.well-known/liabilities.json";
/** The coins that we proved to hold, for everyone to read. */
export const RESERVES = "/.well-known/reserves.json";
const KEYS = "/.well-known/jwks.json";
const NOT_FOUND = 404;

async function fetchJson<T>(address: string): Promise<T | null> {
  const answer = await fetch(address, { cache: "no-store" });
  if (answer.status === NOT_FOUND) return null;
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Null if nothing was published yet. */
export const fetchDocument = (): Promise<LiabilitiesDocument | null> => fetchJson(DOCUMENT);

/** Null if no proof of reserves was published yet. */
export const fetchReserves = (): Promise<ReservesDocument | null> => fetchJson(RESERVES);

/** The published keys, a JSON Web Key Set. */
export const fetchKeys = (): Promise<unknown> => fetchJson(KEYS);

/** Smallest units with their currency, for people: `1,833.33 AUD`. */
export function unitsText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  return currency === undefined
    ? `${units} ${code}`
    : `${displayAmount(toAmount(units, currency), currency)} ${code}`;
}
