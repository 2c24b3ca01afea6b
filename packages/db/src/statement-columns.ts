/** Which columns of a deposit account's CSV files have what. */
import type { Reader, WriteTx } from "./handles/handles.ts";

/** As JSON; undefined if none were set. */
export async function findStatementColumns(
  reader: Reader,
  depositAccountId: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom("statement_columns")
    .select("columns")
    .where("deposit_account_id", "=", depositAccountId)
    .executeTakeFirst();
  return row?.columns;
}

/** Sets, or with null removes, them. @param columns JSON */
export async function saveStatementColumns(
  tx: WriteTx,
  depositAccountId: string,
  columns: string | null,
): Promise<void> {
  if (columns === null) {
    await tx.deleteFrom("statement_columns").where("deposit_account_id", "=", depositAccountId).execute();
    return;
  }
  await tx
    .insertInto("statement_columns")
    .values({ deposit_account_id: depositAccountId, columns })
    .onConflict((conflict) => conflict.column("deposit_account_id").doUpdateSet({ columns }))
    .execute();
}
