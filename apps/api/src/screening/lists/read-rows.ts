import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { CsvError, parse } from "csv-parse/sync";
import { ListRefused } from "./list-entry.ts";

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row by its headings. */
export interface NamedRow {
  readonly line: number;
  readonly cell: (heading: string) => string;
}

const LONGEST_ROW = 200_000;

const refusalOf = ({ code }: CsvError): ListRefused =>
  new ListRefused(
    code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH"
      ? OWN_MESSAGES.listCutOff
      : OWN_MESSAGES.listForm,
  );

/**
 * Reads CSV one row at a time. Each row has as many cells as the first: one that has fewer was cut off.
 * @throws ListRefused
 */
export function readRows(content: string, onRow: (row: Row) => void): void {
  try {
    parse(content, {
      bom: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: LONGEST_ROW,
      on_record: (cells: string[], { lines }: { lines: number }) => {
        onRow({ line: lines, cells: cells.map((cell) => cell.trim()) });
        return null;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    throw refusalOf(thrown);
  }
}

const headingKey = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Reads CSV whose first row names its columns. @param needed headings without which it is no such list @throws ListRefused */
export function readNamedRows(
  content: string,
  needed: readonly string[],
  onRow: (row: NamedRow) => void,
): void {
  let columns: ReadonlyMap<string, number> | undefined;
  readRows(content, ({ line, cells }) => {
    if (columns === undefined) {
      columns = new Map(cells.map((heading, column) => [headingKey(heading), column]));
      const found = columns;
      if (!needed.every((heading) => found.has(headingKey(heading))))
        throw new ListRefused(OWN_MESSAGES.listForm);
      return;
    }
    const places = columns;
    onRow({ line, cell: (heading) => cells[places.get(headingKey(heading)) ?? -1] ?? "" });
  });
}
