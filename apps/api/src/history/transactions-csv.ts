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

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, as
 * OWASP's page on CSV injection has it.
 */
export function csvCell(value: string | null): string {
  if (value === null) return "";
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/**
 * A history as the text of a CSV file, a piece at a time: never more than one piece is held.
 * @param first the walk's first piece
 * @param next gives the piece after a position
 */
export async function* transactionsCsv(
  first: HistoryWalk,
  next: (after: string) => Promise<HistoryWalk>,
): AsyncGenerator<string> {
  yield lineOf(COLUMNS);
  for (let piece = first; ; piece = await next(piece.next)) {
    if (piece.data.length > 0) {
      yield piece.data.map((row) => lineOf(COLUMNS.map((column) => row[column]))).join("");
    }
    if (piece.next === null) return;
  }
}
