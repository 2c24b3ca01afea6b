/** Mailed links that close doors of an account. Only hashes of their tokens are kept, and using one removes it. */
import { sql, type SqlBool } from "kysely";
import type { AccountLink, AccountLinkKind, Epoch } from "./tables.ts";
import { hashEmailToken } from "./email-tokens.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** No link of a closed account works: they stay for a while as traces. */
const notClosed = sql<SqlBool>`not exists (select 1 from account_closures where user_id = account_links.user_id)`;

/** Stores a link's token (raw), and clears those of the same account that have expired by its `created_at`. */
export async function insertAccountLink(
  tx: WriteTx,
  { token, ...row }: Omit<AccountLink, "token_hash"> & { readonly token: string },
): Promise<void> {
  await tx
    .deleteFrom("account_links")
    .where("user_id", "=", row.user_id)
    .where("expires_at", "<=", row.created_at)
    .execute();
  await tx
    .insertInto("account_links")
    .values({ ...row, token_hash: hashEmailToken(token) })
    .execute();
}

/** The link behind a token (raw); undefined if it is unknown, used, of another kind or expired at `now`. */
export async function findAccountLink(
  reader: Reader,
  { token, kind, now }: { readonly token: string; readonly kind: AccountLinkKind; readonly now: Epoch },
): Promise<AccountLink | undefined> {
  return reader
    .selectFrom("account_links")
    .selectAll()
    .where("token_hash", "=", hashEmailToken(token))
    .where("kind", "=", kind)
    .where("expires_at", ">", now)
    .where(notClosed)
    .executeTakeFirst();
}

/** Uses a link up: of two concurrent calls one gets it. Undefined as in `findAccountLink`. */
export async function takeAccountLink(
  tx: WriteTx,
  { token, kind, now }: { readonly token: string; readonly kind: AccountLinkKind; readonly now: Epoch },
): Promise<AccountLink | undefined> {
  return tx
    .deleteFrom("account_links")
    .where("token_hash", "=", hashEmailToken(token))
    .where("kind", "=", kind)
    .where("expires_at", ">", now)
    .where(notClosed)
    .returningAll()
    .executeTakeFirst();
}

/** When the earliest of an account's links that say of something new that it was someone else's was made; undefined without any. */
export async function earliestDoubt(reader: Reader, userId: string, now: Epoch): Promise<Epoch | undefined> {
  const { earliest } = await reader
    .selectFrom("account_links")
    .select(({ fn }) => fn.min<Epoch | null>("created_at").as("earliest"))
    .where("user_id", "=", userId)
    .where("kind", "in", ["not-me", "undo-email"])
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return earliest ?? undefined;
}

/** Makes all links of a kind worthless. */
export async function deleteAccountLinks(tx: WriteTx, userId: string, kind: AccountLinkKind): Promise<void> {
  await tx.deleteFrom("account_links").where("user_id", "=", userId).where("kind", "=", kind).execute();
}

/** Makes the links worthless that would undo changes made at `since` or later, and those to the same address. */
export async function deleteUndoLinks(
  tx: WriteTx,
  userId: string,
  { about, since }: Pick<AccountLink, "about"> & { readonly since: Epoch },
): Promise<void> {
  await tx
    .deleteFrom("account_links")
    .where("user_id", "=", userId)
    .where("kind", "=", "undo-email")
    .where((link) => link.or([link("about", "=", about), link("created_at", ">=", since)]))
    .execute();
}

/** Account that could still get this email address back by undoing a change; undefined if there is none. */
export async function findEmailReservation(
  reader: Reader,
  email: string,
  now: Epoch,
): Promise<string | undefined> {
  const found = await reader
    .selectFrom("account_links")
    .select("user_id")
    .where("kind", "=", "undo-email")
    .where("about", "=", email.toLowerCase())
    .where("expires_at", ">", now)
    .where(notClosed)
    .executeTakeFirst();
  return found?.user_id;
}
