import { sign, verify, type KeyObject } from "node:crypto";
import type { SealKeys } from "@wattle/db/book-seals/seal-books";
import type { Database } from "@wattle/db/database";
import { SealError, type Vault } from "@wattle/db/sealed/vault";
import { listSigningKeys } from "@wattle/db/signing-keys";
import { signingKeyOf, type SigningKey } from "../signed-quotes/quote.ts";
import type { SigningKeys } from "../signed-quotes/signing-keys.ts";

/**
 * The installation's signing keys, for seals. A key counts only if its private half opens with `DATA_KEYS`: someone who
 * can only write into the database cannot add one. Their texts for seals begin with words that no quote begins with.
 */
export async function readSealKeys({
  database,
  vault,
  signingKeys,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly signingKeys: Pick<SigningKeys, "current" | "refresh">;
}): Promise<SealKeys> {
  const known = new Map<string, KeyObject>();
  for (const { kid, private_pkcs8 } of await listSigningKeys(database.read)) {
    const key = ownKey(() => vault.open("signing_keys.private_pkcs8", kid, private_pkcs8));
    if (key?.kid === kid) known.set(kid, key.publicKey);
  }
  const { kid, privateKey } = signingKeys.current;
  return {
    kid,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: (by, text, signature) => {
      const key = known.get(by);
      return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
    },
  };
}

function ownKey(openPem: () => string): SigningKey | undefined {
  try {
    return signingKeyOf(openPem());
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
