/** Logins to an account, and failed ones. Kept logins of each account, as its owner is shown. */
import type { Selectable } from "kysely";
import type { Tables } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export type SignIn = Selectable<Tables["sign_ins"]>;

/** As many successes and as many failures of an account are kept; a flood of failures pushes no success out. */
export const KEPT_SIGN_INS = 20;

/** Keeps a sign-in to an account, or a failed try, and forgets the oldest beyond those that are kept. */
export async function insertSignIn(tx: WriteTx, signIn: SignIn): Promise<void> {
  await tx.insertInto("sign_ins").values(signIn).execute();
  const kept = tx
    .selectFrom("sign_ins")
    .select("id")
    .where("user_id", "=", signIn.user_id)
    .where("outcome", "=", signIn.outcome)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(KEPT_SIGN_INS));
  await tx
    .deleteFrom("sign_ins")
    .where("user_id", "=", signIn.user_id)
    .where("outcome", "=", signIn.outcome)
    .where("id", "not in", kept)
    .execute();
}

/**
 * Writes what `insertSignIn` writes and takes it away: a try at an unknown address costs as much time as one at a known
 * address, and leaves nothing.
 */
export async function passOverSignIn(tx: WriteTx, signIn: Omit<SignIn, "user_id">): Promise<void> {
  await tx
    .insertInto("sign_ins")
    .values({ ...signIn, user_id: null })
    .execute();
  await tx.deleteFrom("sign_ins").where("id", "=", signIn.id).execute();
}

/** Sign-ins to an account and tries, newest first. */
export async function listSignIns(reader: Reader, userId: string): Promise<SignIn[]> {
  return reader
    .selectFrom("sign_ins")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
