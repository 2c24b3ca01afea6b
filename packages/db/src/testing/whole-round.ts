import type { KnownKeys } from "../book-seals/verifier.ts";
import type { Reader } from "../handles/handles.ts";
import { checkPart, type BookMismatch } from "../ledger/check-part.ts";

/** Finds all that the server's check finds in books that it reads whole. @throws Error if something could not be compared */
export async function wholeRound(reader: Reader, known: KnownKeys): Promise<BookMismatch[]> {
  const { mismatches, failures } = await checkPart(reader, { tick: 0, sealed: "", known, milliseconds: 0 });
  if (failures.length > 0) throw new Error(failures.join("; "));
  return mismatches;
}
