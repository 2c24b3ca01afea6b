import { createPublicKey, type KeyObject } from "node:crypto";
import type { Database } from "@wattle/db/database";
import { insertSigningKeyIfNone, listSigningKeys } from "@wattle/db/signing-keys";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Clock } from "../clock.ts";
import { createIssuedQuotes, type IssuedQuotes } from "./issued-quotes.ts";
import { generateSigningKey, signingKeyOf, type PublicJwk, type SigningKey } from "./quote.ts";

export interface SigningKeys {
  /** The key that signs new quotes. */
  readonly current: SigningKey;
  /** Every key that ever signed, so that old receipts can still be checked. */
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
  /** What `current` signed in this process. */
  readonly issued: IssuedQuotes;
  /** Body of `/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly PublicJwk[] };
}

/**
 * Loads the signing keys, making the first one where there is none. They live in the database, so that any
 * process of a deployment can honour any quote.
 */
export async function loadSigningKeys(database: Database, vault: Vault, clock: Clock): Promise<SigningKeys> {
  const made = generateSigningKey();
  await database.write((tx) =>
    insertSigningKeyIfNone(tx, {
      kid: made.jwk.kid,
      public_jwk: JSON.stringify(made.jwk),
      private_pkcs8: vault.seal("signing_keys.private_pkcs8", made.jwk.kid, made.privatePem),
      created_at: BigInt(clock.now()),
    }),
  );
  const rows = await listSigningKeys(database.read);
  const newest = rows.findLast((row) => row.retired_at === null);
  if (newest === undefined) throw new Error("every signing key is retired: no quote can be signed");
  const publicKeys = new Map<string, KeyObject>();
  const keys: PublicJwk[] = [];
  for (const row of rows) {
    const jwk = JSON.parse(row.public_jwk) as PublicJwk;
    publicKeys.set(row.kid, createPublicKey({ key: { ...jwk }, format: "jwk" }));
    keys.push(jwk);
  }
  return {
    current: signingKeyOf(vault.open("signing_keys.private_pkcs8", newest.kid, newest.private_pkcs8)),
    publicKeys,
    issued: createIssuedQuotes(),
    jwks: { keys },
  };
}
