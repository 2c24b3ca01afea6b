import type { OwnKeys } from "../book-seals/verifier.ts";
import type { Reader } from "../handles/handles.ts";
import { checkPart } from "../ledger/check-part.ts";
import type { BookMismatch } from "../ledger/comparison.ts";

/** Finds all that the server's check finds in books that it reads whole. @throws Error if something could not be compared */
export async function wholeRound(reader: Reader, keys: OwnKeys): Promise<BookMismatch[]> {
  const { mismatches, failures } = await checkPart(reader, {
    ticks: [0],
    seen: undefined,
    again: [],
    keys,
    milliseconds: 0,
  });
  if (failures.length > 0) throw new Error(failures.join("; "));
  return mismatches;
}
