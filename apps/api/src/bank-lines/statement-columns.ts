import type { SetStatementColumnsInput, StatementColumns } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { lockDepositAccount } from "@wattle/db/bank-lines";
import type { Reader, WriteTx } from "@wattle/db/database";
import { findStatementColumns, saveStatementColumns } from "@wattle/db/statement-columns";
import { recordAct, type Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";

/** Which columns of a deposit account's CSV files have what; null if none were set. */
export async function columnsOf(reader: Reader, depositAccountId: string): Promise<StatementColumns | null> {
  const kept = await findStatementColumns(reader, depositAccountId);
  return kept === undefined ? null : (JSON.parse(kept) as StatementColumns);
}

/** Sets, or with null removes, them. @throws DomainError `not_found` for the account */
export async function setColumns(
  { database, clock, ids }: Pick<Services, "database" | "clock" | "ids">,
  operator: Operator,
  { deposit_account_id: id, columns }: SetStatementColumnsInput,
): Promise<StatementColumns | null> {
  return database.write(async (tx: WriteTx) => {
    if (!(await lockDepositAccount(tx, id))) throw new DomainError("not_found");
    const from = await columnsOf(tx, id);
    await saveStatementColumns(tx, id, columns === null ? null : JSON.stringify(columns));
    await recordAct(tx, { clock, ids }, operator, {
      action: "deposit_account.columns_set",
      subject: id,
      details: { from, to: columns },
    });
    return columns;
  });
}
