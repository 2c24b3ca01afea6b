import type { SigningKey } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** All keys that ever signed a quote, oldest first: retired ones still verify what they signed. */
export async function listSigningKeys(reader: Reader): Promise<SigningKey[]> {
  return reader.selectFrom("signing_keys").selectAll().orderBy("created_at").orderBy("kid").execute();
}

/** Adds the key that signs from now on. If another is signing already, that one stays the only one. */
export async function insertSigningKeyIfNone(
  tx: WriteTx,
  key: Omit<SigningKey, "retired_at">,
): Promise<void> {
  await tx
    .insertInto("signing_keys")
    .values({ ...key, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks a key as no longer signing; false if it is unknown or was retired before. */
export async function retireSigningKey(tx: WriteTx, kid: string, at: bigint): Promise<boolean> {
  const retired = await tx
    .updateTable("signing_keys")
    .set({ retired_at: at })
    .where("kid", "=", kid)
    .where("retired_at", "is", null)
    .returning("kid")
    .executeTakeFirst();
  return retired !== undefined;
}
