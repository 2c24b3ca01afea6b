/** Authenticator apps of accounts, and recovery codes. Only the hash of a code is kept, and using it removes it. */
import { hash } from "node:crypto";
import type { Epoch, SecondFactor } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** How a recovery code is stored: hex SHA-256. Codes are random enough that no salt is needed. */
const hashCode = (code: string): string => hash("sha256", code, "hex");

/** An account's authenticator app; one that was not confirmed yet too. */
export async function findSecondFactor(reader: Reader, userId: string): Promise<SecondFactor | undefined> {
  return reader.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** As `findSecondFactor`, and holds the row until the transaction ends: codes are tried one after another. */
export async function lockSecondFactor(tx: WriteTx, userId: string): Promise<SecondFactor | undefined> {
  return tx
    .updateTable("second_factors")
    .set((row) => ({ failures: row.ref("failures") }))
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** Stores an authenticator app that is being set up, in place of an earlier one that was never confirmed. */
export async function insertSecondFactor(
  tx: WriteTx,
  factor: Pick<SecondFactor, "user_id" | "secret" | "created_at">,
): Promise<void> {
  await tx
    .deleteFrom("second_factors")
    .where("user_id", "=", factor.user_id)
    .where("confirmed_at", "is", null)
    .execute();
  await tx
    .insertInto("second_factors")
    .values({ ...factor, confirmed_at: null, last_step: 0n, failures: 0n, locked_until: null })
    .execute();
}

export async function updateSecondFactor(
  tx: WriteTx,
  userId: string,
  changes: Partial<Pick<SecondFactor, "confirmed_at" | "failures" | "locked_until">>,
): Promise<void> {
  await tx.updateTable("second_factors").set(changes).where("user_id", "=", userId).execute();
}

/** Uses the code of a time step up; false if it, or one after it, was used before. */
export async function takeStep(tx: WriteTx, userId: string, step: bigint): Promise<boolean> {
  const taken = await tx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Uses a recovery code (plain) up; false if the account has no such code, any more or at all. */
export async function takeRecoveryCode(tx: WriteTx, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashCode(code))
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives an account these recovery codes (plain) and no others. */
export async function replaceRecoveryCodes(
  tx: WriteTx,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  for (const code of codes) {
    await tx
      .insertInto("recovery_codes")
      .values({ user_id: userId, code_hash: hashCode(code) })
      .execute();
  }
}

/** How many recovery codes of an account are left. */
export async function countRecoveryCodes(reader: Reader, userId: string): Promise<number> {
  const { total } = await reader
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Removes an account's recovery codes: it has no second factor that they could replace. */
export async function deleteRecoveryCodes(tx: WriteTx, userId: string): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Removes an account's authenticator app. */
export async function deleteSecondFactor(tx: WriteTx, userId: string): Promise<void> {
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
}

/** When the codes of a locked factor count again, milliseconds since 1970; null if it is not locked. */
export const lockedUntil = ({ locked_until }: SecondFactor, now: Epoch): Epoch | null =>
  locked_until !== null && locked_until > now ? locked_until : null;
