/** Which columns of a deposit account's CSV files have what. */
import type { Reader, WriteTx } from "./handles/handles.ts";

/** They, as JSON, and who set them; undefined if none were set. */
export const findStatementColumns = (
  reader: Reader,
  depositAccountId: string,
): Promise<{ readonly columns: string; readonly set_by: string } | undefined> =>
  reader
    .selectFrom("statement_columns")
    .select(["columns", "set_by"])
    .where("deposit_account_id", "=", depositAccountId)
    .executeTakeFirst();

/** Sets, or with null removes, them. @param columns JSON */
export async function saveStatementColumns(
  tx: WriteTx,
  depositAccountId: string,
  columns: string | null,
  set_by: string,
): Promise<void> {
  if (columns === null) {
    await tx.deleteFrom("statement_columns").where("deposit_account_id", "=", depositAccountId).execute();
    return;
  }
  await tx
    .insertInto("statement_columns")
    .values({ deposit_account_id: depositAccountId, columns, set_by })
    .onConflict((conflict) => conflict.column("deposit_account_id").doUpdateSet({ columns, set_by }))
    .execute();
}
