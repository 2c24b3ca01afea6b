import type { UserData } from "@wattle/contracts/accounts";
import { readStored } from "../storage.ts";

/** Local storage key of the campaign flag a visitor arrived with. */
const UTM_KEY = "utmstat";

/**
 * Whether NGN is offered: to customers whose country is Nigeria, and to visitors who came with the campaign flag `ng`.
 * @param user the signed-in customer, null for a visitor
 */
export function isNigerian(user: UserData | null): boolean {
  return user === null ? readStored(UTM_KEY) === "ng" : user.user.default_country === "NG";
}
