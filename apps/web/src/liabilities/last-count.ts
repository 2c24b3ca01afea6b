import { readStored, writeStored } from "../storage.ts";

const KEY = "counted";

/** Keeps that this browser has found all balances of a customer in a document. @param moment when that was made, ISO 8601 */
export function keepCount(customer: string, moment: string): void {
  writeStored(KEY, `${customer} ${moment}`);
}

/** Forgets what was found for a customer, since a later document does not have all of their balances. */
export function forgetCount(customer: string): void {
  if (lastCount(customer) !== undefined) writeStored(KEY, null);
}

/** When the newest document was made in which this browser has found all of the customer's balances; undefined if in none. */
export function lastCount(customer: string): number | undefined {
  const [owner, moment = ""] = readStored(KEY)?.split(" ") ?? [];
  const at = Date.parse(moment);
  return owner === customer && !Number.isNaN(at) ? at : undefined;
}
