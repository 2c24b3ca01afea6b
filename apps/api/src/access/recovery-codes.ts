import { RECOVERY_CODES, type RecoveryCodes } from "@wattle/contracts/second-factor";
import type { WriteTx } from "@wattle/db/database";
import { replaceRecoveryCodes } from "@wattle/db/second-factors";
import type { Ids } from "../clock.ts";

/** Crockford's base 32: no letter that looks like a digit, none that makes words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits: a stolen hash cannot be searched. */
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

const newCode = (ids: Ids): string =>
  [...Buffer.from(ids.token(LENGTH), "base64url")]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join("")
    .replaceAll(GROUP, "$&-");

/** New recovery codes as people read them: four groups of four characters, with dashes between. */
export const newRecoveryCodes = (ids: Ids): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(ids));

/** A code as it is stored, however it is typed: case, spaces and hyphens make no difference, and look-alikes are read as digits. */
export const plainRecoveryCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** Gives the account ten new recovery codes in place of those it has. */
export async function giveRecoveryCodes(
  tx: WriteTx,
  { ids }: { readonly ids: Ids },
  userId: string,
): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes(ids);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => plainRecoveryCode(code)),
  );
  return { recovery_codes: codes };
}
