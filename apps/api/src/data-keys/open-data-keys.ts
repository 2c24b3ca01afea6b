import { keepAppSecret } from "@wattle/db/app-secrets";
import type { Database } from "@wattle/db/database";
import { checkProofs, forgetKey, listUsedKeyIds, noteKey } from "@wattle/db/data-keys/key-ring";
import { SearchHashes } from "@wattle/db/sealed/search-hashes";
import { SealError, Vault } from "@wattle/db/sealed/vault";
import type { Clock, Ids } from "../clock.ts";
import { ConfigError } from "../config-error.ts";
import type { Config } from "../config.ts";
import { createDiskStore, type DocumentStore } from "./document-store.ts";
import { dataKeysOf } from "./key-file.ts";
import { readKeyUsage } from "./key-usage.ts";

const SECRET_BYTES = 32;

export interface DataKeys {
  readonly vault: Vault;
  readonly searchHashes: SearchHashes;
  readonly documents: DocumentStore;
}

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A secret of that name, made once and kept sealed in the database. */
export async function keptSecret(
  { database, clock, ids }: Omit<Parts, "config">,
  vault: Vault,
  name: string,
): Promise<string> {
  const candidate = {
    name,
    value: vault.seal("app_secrets.value", name, ids.token(SECRET_BYTES)),
    createdAt: BigInt(clock.now()),
  };
  const kept = await database.write((tx) => keepAppSecret(tx, candidate));
  return vault.open("app_secrets.value", name, kept);
}

/**
 * Keys that were taken out of `DATA_KEYS` are forgotten once nothing is sealed with them.
 * @throws ConfigError if something still is
 */
async function requireUsedKeys(database: Database, vault: Vault, documents: DocumentStore): Promise<void> {
  const missing = (await listUsedKeyIds(database.read)).filter((id) => !vault.keyIds.includes(id));
  if (missing.length === 0) return;
  const usage = [...(await readKeyUsage({ database, documents }, missing)).values()];
  const lines = missing.flatMap((id) => {
    const values = usage.reduce((sum, { byKey }) => sum + (byKey[id] ?? 0), 0);
    return values === 0
      ? []
      : [`DATA_KEYS: the key ${id} is missing, and ${values} stored values need it; takes id:base64,…`];
  });
  if (lines.length > 0) throw new ConfigError(lines.join("\n"));
  for (const id of missing) await forgetKey(database, id);
}

function refusedKey(error: unknown): never {
  throw error instanceof SealError ? new ConfigError(`DATA_KEYS: ${error.message}`, { cause: error }) : error;
}

/**
 * Opens everything that is sealed in an installation.
 * @throws ConfigError naming the key that is missing, or is another than the database was sealed with
 */
export async function openDataKeys({ config, database, clock, ids }: Parts): Promise<DataKeys> {
  const vault = new Vault(dataKeysOf(config, await listUsedKeyIds(database.read)));
  await checkProofs(database.read, vault).catch(refusedKey);
  const documents = createDiskStore(config.UPLOAD_DIR, vault);
  await requireUsedKeys(database, vault, documents);
  await noteKey(database, vault, BigInt(clock.now())).catch(refusedKey);
  const searchHashes = new SearchHashes(await keptSecret({ database, clock, ids }, vault, "search"));
  return { vault, searchHashes, documents };
}
