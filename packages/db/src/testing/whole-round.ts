import type { KnownKeys } from "../book-seals/verifier.ts";
import type { Reader } from "../handles/handles.ts";
import { checkOnward, firstProgress, type BookMismatch } from "../ledger/onward.ts";

/** Findings of the check that goes onward, in a round through all of the books. */
export const wholeRound = async (reader: Reader, known: KnownKeys): Promise<BookMismatch[]> =>
  (await checkOnward(reader, { progress: firstProgress(0), known, now: 0, milliseconds: 60_000 })).mismatches;
