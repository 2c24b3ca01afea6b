import { csvLine } from "@wattle/contracts/csv-cell";
import type { HistoryWalk, Transaction } from "@wattle/contracts/history";

const COLUMNS = [
  "created_at",
  "transaction_type",
  "status",
  "credit",
  "credit_currency",
  "debit",
  "debit_currency",
  "rate",
  "fee",
  "fee_amount",
  "fee_currency",
  "reference",
  "payment_method",
  "note",
  "updated_at",
  "id",
] as const satisfies readonly (keyof Transaction)[];

/**
 * A history as the text of a CSV file, a piece at a time: never more than one piece is held.
 * @param first the walk's first piece
 * @param next gives the piece after a position
 */
export async function* transactionsCsv(
  first: HistoryWalk,
  next: (after: string) => Promise<HistoryWalk>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let piece = first; ; piece = await next(piece.next)) {
    if (piece.data.length > 0) {
      yield piece.data.map((row) => csvLine(COLUMNS.map((column) => row[column]))).join("");
    }
    if (piece.next === null) return;
  }
}
