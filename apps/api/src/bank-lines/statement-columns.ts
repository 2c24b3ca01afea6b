import type { StatementColumns } from "@wattle/contracts/bank-lines";
import type { Reader } from "@wattle/db/database";
import { findStatementColumns } from "@wattle/db/statement-columns";

/** Which columns of a deposit account's CSV files have what; null if none were set. */
export async function columnsOf(reader: Reader, depositAccountId: string): Promise<StatementColumns | null> {
  const kept = await findStatementColumns(reader, depositAccountId);
  return kept === undefined ? null : (JSON.parse(kept) as StatementColumns);
}
