import { sign, type KeyObject } from "node:crypto";
import type { SealKeys } from "@wattle/db/book-seals/seal-books";
import { verifierOf, type OwnKeys } from "@wattle/db/book-seals/verifier";
import type { Database } from "@wattle/db/database";
import { SealError, type Vault } from "@wattle/db/sealed/vault";
import { listSigningKeys } from "@wattle/db/signing-keys";
import { signingKeyOf, type SigningKey } from "../signed-quotes/quote.ts";
import type { SigningKeys } from "../signed-quotes/signing-keys.ts";

interface Keys {
  readonly database: Database;
  readonly vault: Vault;
}

/**
 * The installation's signing keys. A key counts only if its private half opens with `DATA_KEYS`: someone who can only write into the
 * database cannot add one.
 */
export async function ownSealKeys({ database, vault }: Keys): Promise<OwnKeys> {
  const known = new Map<string, KeyObject>();
  const locked = new Set<string>();
  for (const { kid, private_pkcs8 } of await listSigningKeys(database.read)) {
    const key = ownKey(() => vault.open("signing_keys.private_pkcs8", kid, private_pkcs8));
    if (key?.kid === kid) known.set(kid, key.publicKey);
    else if (vault.lacksKeyOf(private_pkcs8)) locked.add(kid);
  }
  return { known, locked };
}

/** The installation's signing keys, for seals. Their texts for seals begin with words that no quote begins with. */
export async function readSealKeys({
  signingKeys,
  ...keys
}: Keys & { readonly signingKeys: Pick<SigningKeys, "current" | "refresh"> }): Promise<SealKeys> {
  const { kid, privateKey } = signingKeys.current;
  return {
    kid,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: verifierOf(await ownSealKeys(keys)),
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
