import { csvLine } from "@wattle/contracts/csv-cell";
import type { MonthlyStatement, StatementAccount } from "@wattle/contracts/monthly-statements";

const COLUMNS = [
  "date",
  "time",
  "currency",
  "description",
  "reference",
  "in",
  "out",
  "fee",
  "balance",
] as const;

/**
 * One currency's lines: what there was, each movement, what is left. Amounts in and out are two columns, so no amount
 * has a minus.
 */
function* linesOf(
  { currency, opening, closing, movements }: StatementAccount,
  from: string,
  to: string,
): Generator<string> {
  const balance = (date: string, description: string, units: string): string =>
    csvLine([date, null, currency, description, null, null, null, null, units]);
  yield balance(from, "Opening balance", opening);
  for (const row of movements) {
    yield csvLine(COLUMNS.map((name) => (name === "currency" ? currency : row[name])));
  }
  yield balance(to, "Closing balance", closing);
}

/** A statement as the text of a CSV file, one currency after the other. */
export const statementCsv = ({ accounts, from, to }: MonthlyStatement): string =>
  [csvLine(COLUMNS), ...accounts.flatMap((account) => [...linesOf(account, from, to)])].join("");
