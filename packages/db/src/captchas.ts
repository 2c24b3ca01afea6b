/** Challenges and passes that have been used: each works once, whichever process it reaches. */
import { isUniqueViolation } from "./handles/dialects/errors.ts";
import type { Epoch } from "./tables.ts";
import type { Database, WriteTx } from "./handles/handles.ts";

/**
 * Uses up a challenge or a pass. Those that expired by `now` are forgotten: they are refused for their age.
 * @returns false if it was used before
 */
export async function spendCaptcha(
  database: Database,
  { id, expiresAt, now }: { readonly id: string; readonly expiresAt: Epoch; readonly now: Epoch },
): Promise<boolean> {
  const spend = async (tx: WriteTx): Promise<void> => {
    await tx.deleteFrom("spent_captchas").where("expires_at", "<=", now).execute();
    await tx.insertInto("spent_captchas").values({ id, expires_at: expiresAt }).execute();
  };
  try {
    await database.write(spend);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
