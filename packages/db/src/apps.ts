/** Apps that customers registered, and the codes that an app exchanges for another customer's token. */
import type { App, AppCode, Epoch } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export async function insertApp(tx: WriteTx, app: App): Promise<void> {
  await tx.insertInto("apps").values(app).execute();
}

/** A customer's apps that were registered at `since` or later, oldest first. */
export async function listApps(reader: Reader, userId: string, since: Epoch = 0n): Promise<App[]> {
  return reader
    .selectFrom("apps")
    .selectAll()
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findApp(reader: Reader, id: string): Promise<App | undefined> {
  return reader.selectFrom("apps").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Removes one of a customer's apps; undefined if the customer has no such app. The tokens that it was given are not touched. */
export async function deleteApp(tx: WriteTx, userId: string, id: string): Promise<App | undefined> {
  return tx
    .deleteFrom("apps")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** Stores a new code, and forgets those that expired before `forgotten`. */
export async function insertAppCode(
  tx: WriteTx,
  code: Omit<AppCode, "token_id">,
  forgotten: Epoch,
): Promise<void> {
  await tx.deleteFrom("app_codes").where("expires_at", "<", forgotten).execute();
  await tx
    .insertInto("app_codes")
    .values({ ...code, token_id: null })
    .execute();
}

/** A code, used or not. @param codeHash as `hashToken` has it */
export async function findAppCode(reader: Reader, codeHash: string): Promise<AppCode | undefined> {
  return reader.selectFrom("app_codes").selectAll().where("code_hash", "=", codeHash).executeTakeFirst();
}

/** Notes which token a code gave. */
export async function spendAppCode(tx: WriteTx, codeHash: string, tokenId: string): Promise<void> {
  await tx
    .updateTable("app_codes")
    .set({ token_id: tokenId })
    .where("code_hash", "=", codeHash)
    .where("token_id", "is", null)
    .execute();
}
