import type { StatementColumns } from "@wattle/contracts/bank-lines";
import type { Reader } from "@wattle/db/database";
import { findStatementColumns } from "@wattle/db/statement-columns";

interface KeptColumns {
  readonly columns: StatementColumns;
  readonly setBy: string;
}

/** Which columns of a deposit account's CSV files have what, and who said so; undefined if none were set. */
export async function keptColumns(
  reader: Reader,
  depositAccountId: string,
): Promise<KeptColumns | undefined> {
  const kept = await findStatementColumns(reader, depositAccountId);
  return kept && { columns: JSON.parse(kept.columns) as StatementColumns, setBy: kept.set_by };
}

/** The same without who said so; null if none were set. */
export const columnsOf = async (reader: Reader, depositAccountId: string): Promise<StatementColumns | null> =>
  (await keptColumns(reader, depositAccountId))?.columns ?? null;
