import type { Database } from "@wattle/db/database";
import { resealColumn } from "@wattle/db/data-keys/reseal";
import { SEALED_COLUMN_NAMES, type Place } from "@wattle/db/sealed/sealed-columns";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Clock } from "../clock.ts";
import type { DocumentStore } from "./document-store.ts";
import { documentIds } from "./key-usage.ts";

/** Leftovers of a killed writer are older than this; files of one at work are not. */
const UNFINISHED_MILLISECONDS = 60 * 60 * 1000;

interface Parts {
  readonly database: Database;
  readonly vault: Vault;
  readonly documents: DocumentStore;
  readonly clock: Clock;
}

interface ResealAllOptions {
  /** Called for each place, while it is worked on, with how many of its values were sealed so far. */
  readonly onProgress?: (place: Place, sealed: number) => void;
  readonly signal?: AbortSignal;
}

/** Seals every document that the first key has not sealed. @returns how many those were @throws SealError for a plain one */
async function resealDocuments(
  { database, documents, clock }: Omit<Parts, "vault">,
  { onProgress, signal }: ResealAllOptions = {},
): Promise<number> {
  await documents.removeUnfinished(clock.now() - UNFINISHED_MILLISECONDS);
  let sealed = 0;
  for await (const id of documentIds(database)) {
    signal?.throwIfAborted();
    if (!(await documents.reseal(id))) continue;
    sealed += 1;
    onProgress?.("documents", sealed);
  }
  return sealed;
}

/**
 * Seals everything that other keys have sealed with the first one. Interrupted, it goes on where it was; servers that have both keys
 * may run meanwhile, and so may another of its kind.
 * @returns how many values of each place were sealed
 */
export async function resealAll(
  parts: Parts,
  { onProgress, signal }: ResealAllOptions = {},
): Promise<ReadonlyMap<Place, number>> {
  const { database, vault } = parts;
  const done = new Map<Place, number>();
  for (const column of SEALED_COLUMN_NAMES) {
    let sealed = 0;
    await resealColumn(database, vault, column, {
      signal,
      onBatch: (count) => {
        sealed += count;
        onProgress?.(column, sealed);
      },
    });
    done.set(column, sealed);
  }
  return done.set(
    "documents",
    await resealDocuments(parts, { ...(onProgress && { onProgress }), ...(signal && { signal }) }),
  );
}
