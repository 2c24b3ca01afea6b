/** Deposit accounts' balances, by their statements. */
import type { Reader, WriteTx } from "./handles/handles.ts";

/** By the last statement that said it, with the lines since; smallest units. Undefined if none has said it. */
export async function findStatementBalance(
  reader: Reader,
  depositAccountId: string,
): Promise<bigint | undefined> {
  const row = await reader
    .selectFrom("statement_balances")
    .select("balance")
    .where("deposit_account_id", "=", depositAccountId)
    .executeTakeFirst();
  return row?.balance;
}

export async function saveStatementBalance(
  tx: WriteTx,
  depositAccountId: string,
  balance: bigint,
): Promise<void> {
  await tx
    .insertInto("statement_balances")
    .values({ deposit_account_id: depositAccountId, balance })
    .onConflict((conflict) => conflict.column("deposit_account_id").doUpdateSet({ balance }))
    .execute();
}

/** Adds new lines to a balance that a statement has said. */
export async function addToStatementBalance(
  tx: WriteTx,
  depositAccountId: string,
  added: bigint,
): Promise<void> {
  await tx
    .updateTable("statement_balances")
    .set((balances) => ({ balance: balances("balance", "+", added) }))
    .where("deposit_account_id", "=", depositAccountId)
    .execute();
}
