import type { UserData } from "@wattle/contracts/accounts";
import { readStored } from "../storage.ts";

/** Local storage key of the campaign flag a visitor arrived with: a country's code in small letters. */
const UTM_KEY = "utmstat";

/**
 * The country whose currencies are offered: the customer's own; a visitor's by the campaign flag; empty if there is
 * none, which leaves what everyone may use.
 * @param user the signed-in customer, null for a visitor
 */
export function countryOf(user: UserData | null): string {
  return user === null ? (readStored(UTM_KEY) ?? "").toUpperCase() : user.user.default_country;
}
