/** Tables of a document. */
import { MARGIN, WIDTH, type PdfPages } from "./pdf-page.ts";

export interface Column {
  readonly title: string;
  /** Its left end, or its right end if it is on the right. */
  readonly at: number;
  readonly right?: boolean;
}

/** The right end of a page's text, in points. */
export const RIGHT = MARGIN + WIDTH;

/** Titles of the columns, above a line. */
export function titles(pages: PdfPages, columns: readonly Column[]): void {
  for (const { title, at, right } of columns) {
    pages.text(title, at, pages.y, { size: 8, weight: "600", colour: "muted", right: right === true });
  }
  pages.line(pages.y + 14);
  pages.y += 20;
}

/** A row; null leaves a cell empty. */
export function cells(
  pages: PdfPages,
  columns: readonly Column[],
  texts: readonly (string | null)[],
  weight: "400" | "600" = "400",
): void {
  for (const [place, { at, right }] of columns.entries()) {
    pages.text(texts[place] ?? "", at, pages.y, { weight, right: right === true });
  }
  pages.y += 16;
}

/** @param below so many points must be left under it, or a new page begins */
export function heading(pages: PdfPages, text: string, below: number): void {
  pages.room(below);
  pages.y += 14;
  pages.text(text, MARGIN, pages.y, { size: 12, weight: "600", colour: "brand" });
  pages.y += 24;
}
