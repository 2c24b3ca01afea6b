/** Passkeys of accounts, and challenges. Only the hash of a challenge is kept, and answering it removes it. */
import { hash } from "node:crypto";
import type { Epoch, Passkey, PasskeyChallenge, PasskeyPurpose } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** How a challenge (base64url) is stored: hex SHA-256. Challenges are random enough that no salt is needed. */
const hashChallenge = (challenge: string): string => hash("sha256", challenge, "hex");

/** Purpose and session of a challenge. */
interface Ceremony {
  readonly purpose: PasskeyPurpose;
  /** The public id of the session it is for; null for a login. */
  readonly session: string | null;
}

/** Keeps a challenge (base64url) until it is answered, and forgets those that have expired by `now`. */
export async function insertChallenge(
  tx: WriteTx,
  challenge: string,
  { now, ...row }: Omit<PasskeyChallenge, "challenge_hash"> & { readonly now: Epoch },
): Promise<void> {
  await tx.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("passkey_challenges")
    .values({ ...row, challenge_hash: hashChallenge(challenge) })
    .execute();
}

/** Uses a challenge up; false if it is unknown, was answered, is another ceremony's, or has expired at `now`. */
export async function takeChallenge(
  tx: WriteTx,
  challenge: string,
  { purpose, session }: Ceremony,
  now: Epoch,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashChallenge(challenge))
    .where("purpose", "=", purpose)
    .where("session", session === null ? "is" : "=", session)
    .where("expires_at", ">", now)
    .returning("challenge_hash")
    .executeTakeFirst();
  return taken !== undefined;
}

/** An account's passkeys, the oldest first. */
export async function listPasskeys(reader: Reader, userId: string): Promise<Passkey[]> {
  return reader
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The passkey that an authenticator names so (base64url), of any account. */
export async function findPasskey(reader: Reader, credentialId: string): Promise<Passkey | undefined> {
  return reader
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** Keeps a passkey; false if some account has that one already. */
export async function insertPasskey(tx: WriteTx, passkey: Passkey): Promise<boolean> {
  const kept = await tx
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Notes a use of a passkey at `at`, by its authenticator's own count.
 * @returns false if the passkey is gone, or the count has not gone up: two authenticators have the same key
 */
export async function notePasskeyUse(
  tx: WriteTx,
  id: string,
  { counter, at }: { readonly counter: bigint; readonly at: Epoch },
): Promise<boolean> {
  const noted = await tx
    .updateTable("passkeys")
    .set({ counter, last_used_at: at })
    .where("id", "=", id)
    .where("counter", counter === 0n ? "=" : "<", counter)
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** Gives one of an account's passkeys another name; undefined if the account has no such passkey. */
export async function renamePasskey(
  tx: WriteTx,
  userId: string,
  { id, name }: Pick<Passkey, "id" | "name">,
): Promise<Passkey | undefined> {
  return tx
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes one of an account's passkeys, and answers it; undefined if the account has no such passkey. */
export async function deletePasskey(tx: WriteTx, userId: string, id: string): Promise<Passkey | undefined> {
  return tx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes an account's passkeys, all of them or those made at `since` or later, and answers them. */
export async function deletePasskeys(tx: WriteTx, userId: string, since: Epoch = 0n): Promise<Passkey[]> {
  return tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .returningAll()
    .execute();
}
