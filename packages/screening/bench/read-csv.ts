import { readFileSync } from "node:fs";

/** The rows of a CSV file by the headings of its first row. */
export function readCsv(file: string): Record<string, string>[] {
  const [headings = [], ...rows] = cellsOf(readFileSync(file, "utf8"));
  return rows.map((cells) =>
    Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ""])),
  );
}

/** Cells in quotes may have commas, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.join("") !== "");
}
