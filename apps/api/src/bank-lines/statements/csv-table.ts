import { CsvError, parse } from "csv-parse/sync";
import { BrokenStatement, checkLineCount, MOST_LINES } from "./statement.ts";

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** How many cells a row may have: no bank writes more. */
const MOST_CELLS = 60;
const LONGEST_ROW = 100_000;
/** With what a bank writes above and below its lines. */
const MOST_ROWS = MOST_LINES + 1000;

/** The most usual first, which counts if nothing tells them apart. */
const DELIMITERS = [",", ";", "\t", "|"];
const LOOKED_AT = 16_000;

/** The most frequent separator of most lines; text in quotes doesn't count. */
function delimiterOf(content: string): string {
  const lines = content
    .slice(0, LOOKED_AT)
    .replaceAll(/"[^"]*"/g, "")
    .split(/\r\n|\n|\r/);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const alike = [...Map.groupBy(counts, (count) => count)].map(([count, { length }]) => ({
      count,
      length,
    }));
    const [most = { count: 0, length: 0 }] = alike.toSorted(
      (a, b) => b.length - a.length || b.count - a.count,
    );
    return { delimiter, ...most };
  });
  const [best] = scored.toSorted((a, b) => b.length - a.length || b.count - a.count);
  return best?.delimiter ?? ",";
}

/** Other files than statements, by how they begin. */
const OTHER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^PK|^\u00d0\u00cf|^\ufffd{2}\p{Cc}\ufffd/u, "This is an archive or a spreadsheet: save it as CSV"],
  [/^%PDF-/, "This is a PDF: export CSV, OFX, MT940 or CAMT.053"],
  [
    /^\s*!(?:Type|Account|Option)\b/i,
    "This is QIF, which names no currency: export CSV, OFX, MT940 or CAMT.053",
  ],
  [/^\s*<(?:!doctype html|html|table)\b/i, "This is a web page: export CSV, OFX, MT940 or CAMT.053"],
];

/** @throws BrokenStatement for a file that is none of the formats */
export function checkKindOfFile(content: string): void {
  const [, reason] = OTHER_FILES.find(([pattern]) => pattern.test(content.slice(0, 100))) ?? [];
  if (reason !== undefined) throw new BrokenStatement(1, reason);
}

/**
 * The rows of a CSV file, whatever is between its cells. Cells have no blanks around them, and rows without a text are left out.
 * @param most how many rows at most; all of them unless given
 * @throws BrokenStatement if there are too many rows, a quote is not closed, or a row is none of a statement
 */
export function readTable(content: string, most = MOST_ROWS + 1): CsvRow[] {
  try {
    const rows: CsvRow[] = [];
    parse(content, {
      bom: true,
      delimiter: delimiterOf(content),
      // Some files have several.
      record_delimiter: ["\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: LONGEST_ROW,
      to: most,
      // Each at once: all that the parser knows of each row would take as much memory as the file.
      on_record: (record: readonly string[], { lines }) => {
        rows.push({ line: lines, cells: record.map((cell) => cell.trim()) });
        return null;
      },
    });
    checkLineCount(rows, MOST_ROWS);
    const wide = rows.find(({ cells }) => cells.length > MOST_CELLS);
    if (wide !== undefined) throw new BrokenStatement(wide.line, "There are too many columns");
    return rows;
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    const line = typeof thrown["lines"] === "number" ? thrown["lines"] : 1;
    const cut = thrown.code === "CSV_QUOTE_NOT_CLOSED";
    throw new BrokenStatement(
      line,
      cut ? "The file ends in the middle of a line" : "This line cannot be read",
    );
  }
}
