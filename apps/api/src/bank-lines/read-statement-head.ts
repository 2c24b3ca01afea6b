import type { ReadHeadInput, StatementHead } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { statementSettings } from "./import-bank-lines.ts";
import { columnsOf } from "./statement-columns.ts";
import { readCsvHead } from "./statements/csv.ts";
import { formatOf, withinYears } from "./statements/read-statement.ts";

/**
 * Says how the beginning of a statement would be read, so that someone can say which column has what before anything is imported.
 * @throws DomainError `not_found` for the deposit account
 */
export async function readStatementHead(
  services: Pick<Services, "database" | "config" | "clock">,
  { deposit_account_id: id, content, columns }: ReadHeadInput,
): Promise<StatementHead> {
  const account = await findSystemBankAccount(services.database.read, id);
  if (account === undefined) throw new DomainError("not_found");
  // Other formats say themselves what is what.
  if (formatOf(content) !== "csv")
    return { rows: [], needs_columns: false, columns: null, lines: [], refused: [] };
  const kept = await columnsOf(services.database.read, id);
  const settings = statementSettings(services, account, columns ?? kept);
  const { rows, known, lines, refused } = withinYears(readCsvHead(content, settings), settings.today);
  return {
    rows: rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
    needs_columns: !known && rows.length > 0 && lines.length === 0,
    columns: known ? null : kept,
    lines: lines.map(({ line, bookedOn, amount, text, payer }) => ({
      line,
      booked_on: bookedOn,
      amount: amountText(amount, account.currency),
      text,
      payer,
    })),
    refused: [...refused],
  };
}
