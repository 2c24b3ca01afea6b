import type { Reader } from "../handles/handles.ts";
import { newestSeal } from "./book-rows.ts";
import { LockedKeyError, type Verify } from "./verifier.ts";
import { checkSigned, problemsOf } from "./verify-seals.ts";

/** Whether the installation has made a seal. @throws LockedKeyError if that cannot be said */
export async function isSigned(reader: Reader, verify: Verify, number: bigint): Promise<boolean> {
  const seal = await reader
    .selectFrom("book_seals")
    .selectAll()
    .where("number", "=", number)
    .executeTakeFirst();
  return seal !== undefined && (await problemsOf(() => checkSigned(seal, verify))).length === 0;
}

/**
 * The number of the newest seal that the installation has made. Anyone who can write into the database can add any number of others, and
 * change the head; so it is looked for by halves.
 * @param known a seal up to which they were signed
 */
export async function newestSigned(reader: Reader, verify: Verify, known: bigint): Promise<bigint> {
  const last = (await newestSeal(reader))?.number ?? 0n;
  let signed = known < last ? known : last;
  let other = last + 1n;
  for (let next = last; signed + 1n < other; next = (signed + other) / 2n) {
    const isOurs = await isSigned(reader, verify, next).catch((error: unknown) => {
      if (error instanceof LockedKeyError) return false;
      throw error;
    });
    if (isOurs) signed = next;
    else other = next;
  }
  return signed;
}
