/** Which keys a database has been sealed with, and the proof that those in `DATA_KEYS` are the same. */
import type { Database, Reader } from "../handles/handles.ts";
import { SealError, type Vault } from "../sealed/vault.ts";

const PLACE = "data_keys.proof";
const PROOF = "wattle";

/** Ids of the keys that the database was ever sealed with and still may be, oldest first. */
export async function listUsedKeyIds(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom("data_keys").select("id").orderBy("added_at").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Forgets a key that nothing is sealed with any more. */
export async function forgetKey(database: Database, id: string): Promise<void> {
  await database.write((tx) => tx.deleteFrom("data_keys").where("id", "=", id).execute());
}

/**
 * Whether the keys of a vault are those that the database knows under their ids.
 * @throws SealError that names the one that is not
 */
export async function checkProofs(reader: Reader, vault: Vault): Promise<void> {
  const rows = await reader.selectFrom("data_keys").select(["id", "proof"]).execute();
  for (const { id, proof } of rows) {
    if (!vault.keyIds.includes(id)) continue;
    try {
      vault.openText(PLACE, id, proof);
    } catch (cause) {
      throw new SealError(`the key ${id} is not the one this database was sealed with`, { cause });
    }
  }
}

/**
 * Notes the key that seals from now on; nothing is written if it is known.
 * @param at milliseconds since 1970
 * @throws SealError as `checkProofs`, if another process was faster with another key
 */
export async function noteKey(database: Database, vault: Vault, at: bigint): Promise<void> {
  if ((await listUsedKeyIds(database.read)).includes(vault.keyId)) return;
  await database.write((tx) =>
    tx
      .insertInto("data_keys")
      .values({ id: vault.keyId, proof: vault.sealText(PLACE, vault.keyId, PROOF), added_at: at })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute(),
  );
  await checkProofs(database.read, vault);
}
