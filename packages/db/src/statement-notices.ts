/** Emails that a month's statement is there: one for each customer and month. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Period } from "./monthly-statements.ts";
import type { StatementNotice } from "./tables.ts";

/**
 * Verified customers after one, in the order of their ids, who may have a movement in a period and were not emailed about its month.
 * @param after the id of a customer, or an empty text for the first
 */
export async function listUnnoticed(
  reader: Reader,
  month: string,
  { from, before }: Period,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom("users")
    .select("users.id")
    .where("users.id", ">", after)
    .where("users.status", "=", "verified")
    .where((user) =>
      user.exists(
        user
          .selectFrom("transactions")
          .select("transactions.id")
          .whereRef("transactions.user_id", "=", "users.id")
          .where("transactions.created_at", "<", before)
          .where("transactions.updated_at", ">=", from)
          .where("transactions.entry_id", "is not", null),
      ),
    )
    .where((user) =>
      user.not(
        user.exists(
          user
            .selectFrom("statement_notices")
            .select("statement_notices.month")
            .whereRef("statement_notices.user_id", "=", "users.id")
            .where("statement_notices.month", "=", month),
        ),
      ),
    )
    .orderBy("users.id")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that a customer was emailed about a month. @returns false if that was noted before */
export async function takeStatementNotice(tx: WriteTx, notice: StatementNotice): Promise<boolean> {
  const taken = await tx
    .insertInto("statement_notices")
    .values(notice)
    .onConflict((conflict) => conflict.columns(["user_id", "month"]).doNothing())
    .returning("month")
    .executeTakeFirst();
  return taken !== undefined;
}
