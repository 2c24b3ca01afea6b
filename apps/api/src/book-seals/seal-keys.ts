import { sign, type KeyObject } from "node:crypto";
import type { SealKeys } from "@wattle/db/book-seals/seal-books";
import { verifierOf, type KnownKeys } from "@wattle/db/book-seals/verifier";
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
 * Public halves of the installation's signing keys. A key counts only if its private half opens with `DATA_KEYS`: someone who
 * can only write into the database cannot add one.
 */
async function readKnownKeys({ database, vault }: Keys): Promise<{ known: KnownKeys; isComplete: boolean }> {
  const known = new Map<string, KeyObject>();
  const rows = await listSigningKeys(database.read);
  for (const { kid, private_pkcs8 } of rows) {
    const key = ownKey(() => vault.open("signing_keys.private_pkcs8", kid, private_pkcs8));
    if (key?.kid === kid) known.set(kid, key.publicKey);
  }
  // A process that was started before `DATA_KEYS` were exchanged cannot open what was sealed since.
  const isComplete = !rows.some(({ private_pkcs8 }) => vault.lacksKeyOf(private_pkcs8));
  return { known, isComplete };
}

/** The keys that seals are checked by; undefined if this process lacks the data key of one. */
export async function knownSealKeys(services: Keys): Promise<KnownKeys | undefined> {
  const { known, isComplete } = await readKnownKeys(services);
  return isComplete ? known : undefined;
}

/** The installation's signing keys, for seals. Their texts for seals begin with words that no quote begins with. */
export async function readSealKeys({
  signingKeys,
  ...keys
}: Keys & { readonly signingKeys: Pick<SigningKeys, "current" | "refresh"> }): Promise<SealKeys> {
  const { known } = await readKnownKeys(keys);
  const { kid, privateKey } = signingKeys.current;
  return {
    kid,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: verifierOf(known),
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
