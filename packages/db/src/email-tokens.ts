/** Tokens of mailed links. Only their hashes are kept, and using one removes it. */
import { createHash } from "node:crypto";
import type { EmailToken, EmailTokenPurpose, Epoch } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** How a token is stored: hex SHA-256. The token is random enough that no salt is needed. */
export function hashEmailToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The account that a link's token (raw) was made for; undefined for an unknown token. */
export async function findEmailTokenOwner(reader: Reader, token: string): Promise<string | undefined> {
  const found = await reader
    .selectFrom("email_tokens")
    .select("user_id")
    .where("token_hash", "=", hashEmailToken(token))
    .executeTakeFirst();
  return found?.user_id;
}

/** Stores a token (raw) and clears those of the same account that have expired by its `created_at`. */
export async function insertEmailToken(
  tx: WriteTx,
  { token, ...row }: Omit<EmailToken, "token_hash"> & { readonly token: string },
): Promise<void> {
  await tx
    .deleteFrom("email_tokens")
    .where("user_id", "=", row.user_id)
    .where("expires_at", "<=", row.created_at)
    .execute();
  await tx
    .insertInto("email_tokens")
    .values({ ...row, token_hash: hashEmailToken(token) })
    .execute();
}

/**
 * Uses a token up, with every other of the same account and purpose: of two concurrent calls one gets it.
 * @param token raw, as it was in the link
 * @returns the token's row; undefined if it is unknown, used, expired at `now` or for something else
 */
export async function takeEmailToken(
  tx: WriteTx,
  {
    token,
    purposes,
    now,
  }: { readonly token: string; readonly purposes: readonly EmailTokenPurpose[]; readonly now: Epoch },
): Promise<EmailToken | undefined> {
  const taken = await tx
    .deleteFrom("email_tokens")
    .where("token_hash", "=", hashEmailToken(token))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (taken !== undefined) await deleteEmailTokens(tx, taken.user_id, [taken.purpose]);
  return taken;
}

/** Makes every mailed link of these purposes worthless. */
export async function deleteEmailTokens(
  tx: WriteTx,
  userId: string,
  purposes: readonly EmailTokenPurpose[],
): Promise<void> {
  await tx
    .deleteFrom("email_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}
