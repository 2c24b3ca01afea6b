import { createPublicKey, type KeyObject } from "node:crypto";
import type { Database } from "@wattle/db/database";
import { insertSigningKeyIfNone, listSigningKeys, retireSigningKey } from "@wattle/db/signing-keys";
import { SealError, type Vault } from "@wattle/db/sealed/vault";
import type { SigningKey as SigningKeyRow } from "@wattle/db/tables";
import type { Clock } from "../clock.ts";
import { keptBriefly } from "../kept-briefly.ts";
import { createIssuedQuotes, type IssuedQuotes } from "./issued-quotes.ts";
import {
  generateSigningKey,
  HOLD_MILLISECONDS,
  keyIdOf,
  quoteIn,
  signingKeyOf,
  verifyQuote,
  type PublicJwk,
  type Quote,
  type SigningKey,
} from "./quote.ts";

/** For so long after a key was retired, a process that does not know yet may sign with it. */
const UNAWARE_MILLISECONDS = 60_000;

export interface SigningKeys {
  /** The key that signs new quotes, as this process knows it. */
  readonly current: SigningKey;
  /** Every key that ever signed, so that old receipts can still be checked. */
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
  /** Quotes that `current` signed in this process. */
  readonly issued: IssuedQuotes;
  /** Body of `/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly PublicJwk[] };
  /** Learns of a key that has signed since a few seconds. */
  readonly refresh: () => Promise<unknown>;
  /** Learns of every key there is at this moment. */
  readonly refreshNow: () => Promise<unknown>;
  /**
   * The quote that one of our keys signed as this text; undefined for any other text. A key that is not known is looked for, since another
   * process may have begun to sign with it. A key that was retired has signed nothing that runs out later than its last quotes could.
   */
  readonly read: (jws: string) => Promise<Quote | undefined>;
}

type Parts = { readonly database: Database; readonly vault: Vault; readonly clock: Clock };

const newKey = ({ vault, clock }: Pick<Parts, "vault" | "clock">): Omit<SigningKeyRow, "retired_at"> => {
  const made = generateSigningKey();
  return {
    kid: made.jwk.kid,
    public_jwk: JSON.stringify(made.jwk),
    private_pkcs8: vault.seal("signing_keys.private_pkcs8", made.jwk.kid, made.privatePem),
    created_at: BigInt(clock.now()),
  };
};

/**
 * Has a new key sign from now on. The one before stays published, for receipts, and its quotes are honoured until they run out.
 * @returns the identifiers of both
 */
export async function rotateSigningKey(
  parts: Parts,
): Promise<{ readonly before: string; readonly now: string }> {
  const made = newKey(parts);
  return parts.database.write(async (tx) => {
    const before = (await listSigningKeys(tx)).findLast((row) => row.retired_at === null);
    if (before === undefined) throw new Error("no key signs, so that there is none to replace");
    if (!(await retireSigningKey(tx, before.kid, made.created_at)))
      throw new Error("the key was replaced at the same time by someone else");
    await insertSigningKeyIfNone(tx, made);
    return { before: before.kid, now: made.kid };
  });
}

/** The key that signs: the newest that is not retired. @throws if its private half opens with no key of this process */
function openCurrent(rows: readonly SigningKeyRow[], vault: Vault): SigningKey {
  const newest = rows.findLast((row) => row.retired_at === null);
  if (newest === undefined) throw new Error("every signing key is retired: no quote can be signed");
  return signingKeyOf(vault.open("signing_keys.private_pkcs8", newest.kid, newest.private_pkcs8));
}

/**
 * Loads the signing keys, making the first one if there is none. They live in the database, so that any
 * process of a deployment can honour any quote.
 */
export async function loadSigningKeys(database: Database, vault: Vault, clock: Clock): Promise<SigningKeys> {
  await database.write((tx) => insertSigningKeyIfNone(tx, newKey({ vault, clock })));
  const publicKeys = new Map<string, KeyObject>();
  const retiredAt = new Map<string, number>();
  let keys: readonly PublicJwk[] = [];
  let current = openCurrent(await listSigningKeys(database.read), vault);
  const issued = createIssuedQuotes();
  const learn = async (): Promise<void> => {
    const rows = await listSigningKeys(database.read);
    keys = rows.map((row) => JSON.parse(row.public_jwk) as PublicJwk);
    for (const jwk of keys)
      if (!publicKeys.has(jwk.kid))
        publicKeys.set(jwk.kid, createPublicKey({ key: { ...jwk }, format: "jwk" }));
    for (const { kid, retired_at } of rows) if (retired_at !== null) retiredAt.set(kid, Number(retired_at));
    if (!retiredAt.has(current.kid)) return;
    try {
      current = openCurrent(rows, vault);
    } catch (error) {
      // Sealed with a data key that this process was started without: the key before still counts for a while.
      if (!(error instanceof SealError)) throw error;
    }
  };
  const kept = keptBriefly(clock, learn);
  const refreshNow = (): Promise<void> => {
    kept.forget();
    return kept.read();
  };
  await kept.read();
  return {
    get current() {
      return current;
    },
    get jwks() {
      return { keys };
    },
    publicKeys,
    issued,
    refresh: kept.read,
    refreshNow,
    async read(jws) {
      if (issued.has(jws)) return quoteIn(jws);
      const kid = keyIdOf(jws);
      if (kid === undefined) return undefined;
      await (publicKeys.has(kid) ? kept.read() : refreshNow());
      const quote = await verifyQuote(jws, publicKeys);
      const end = (retiredAt.get(kid) ?? Infinity) + HOLD_MILLISECONDS + UNAWARE_MILLISECONDS;
      return quote !== undefined && quote.expiresAt <= end ? quote : undefined;
    },
  };
}
