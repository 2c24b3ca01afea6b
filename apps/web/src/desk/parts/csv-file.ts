import { csvLine } from "@wattle/contracts/csv-cell";
import { saveFile } from "../../ui/save-file.ts";

/** A column's value in a file; one without `csv` has none. */
export interface FileColumn<Row> {
  readonly title: string;
  readonly csv?: (row: Row) => string;
}

const given = <Row>(columns: readonly FileColumn<Row>[]) =>
  columns.flatMap(({ title, csv }) => (csv === undefined ? [] : [{ title, csv }]));

/** The first line of a file. */
export const csvHead = <Row>(columns: readonly FileColumn<Row>[]): string =>
  csvLine(given(columns).map(({ title }) => title));

/** Its lines. Formulas in them are harmless for a spreadsheet. */
export const csvRows = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(given(columns).map(({ csv }) => csv(row)))).join("");

/** @param caption what the list holds, which names the file */
export function saveCsv(caption: string, text: string): void {
  saveFile(`${caption.toLowerCase().replaceAll(/\W+/g, "-")}.csv`, text, "text/csv;charset=utf-8");
}
