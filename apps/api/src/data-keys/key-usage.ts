import type { Database } from "@wattle/db/database";
import { listDocumentIds } from "@wattle/db/identity";
import { countByKey, type KeyUsage } from "@wattle/db/data-keys/reseal";
import { SEALED_COLUMN_NAMES, type Place } from "@wattle/db/sealed/sealed-columns";
import type { DocumentStore } from "./document-store.ts";

const BATCH = 500;

/** Ids of all uploads, in order. */
export async function* documentIds(database: Database): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const ids = await listDocumentIds(database.read, after, BATCH);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function countDocuments(
  database: Database,
  documents: DocumentStore,
  keyIds: readonly string[],
): Promise<KeyUsage> {
  const byKey = Object.fromEntries(keyIds.map((id) => [id, 0]));
  let other = 0;
  for await (const id of documentIds(database)) {
    const key = await documents.keyOf(id);
    if (key === undefined) continue;
    if (key !== null && key in byKey) byKey[key] = (byKey[key] ?? 0) + 1;
    else other += 1;
  }
  return { byKey, other };
}

/** How many values each key has sealed, place by place. Reads every row and the beginning of every file. */
export async function readKeyUsage(
  { database, documents }: { readonly database: Database; readonly documents: DocumentStore },
  keyIds: readonly string[],
): Promise<ReadonlyMap<Place, KeyUsage>> {
  const usage = new Map<Place, KeyUsage>();
  for (const column of SEALED_COLUMN_NAMES) {
    usage.set(column, await countByKey(database.read, column, keyIds));
  }
  return usage.set("documents", await countDocuments(database, documents, keyIds));
}
