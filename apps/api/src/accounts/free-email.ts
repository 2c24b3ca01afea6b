import { findEmailReservation } from "@wattle/db/account-links";
import { findUserByEmail } from "@wattle/db/accounts";
import { isClosedAddress } from "@wattle/db/columns/closed-address";
import type { Reader } from "@wattle/db/database";
import type { Services } from "../services.ts";

/**
 * Whether an address may become an account's: no account has it, none can still get it back by undoing a change, and none is given it
 * when it is closed.
 * @param account the one that asks; undefined for one that is about to be opened
 */
export async function isFreeEmail(
  reader: Reader,
  { clock }: Pick<Services, "clock">,
  email: string,
  account: string | undefined,
): Promise<boolean> {
  if (isClosedAddress(email)) return false;
  if ((await findUserByEmail(reader, email)) !== undefined) return false;
  const owner = await findEmailReservation(reader, email, BigInt(clock.now()));
  return owner === undefined || owner === account;
}
