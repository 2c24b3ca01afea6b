import type { Brand } from "@wattle/contracts/brand";
import { MARGIN, PdfPages, WIDTH } from "../../pdf/pdf-page.ts";

/** A report, and what its PDF says of who wrote it. */
export interface FilingOrder {
  readonly title: string;
  /** Labels and texts, in the order of the form. */
  readonly lines: readonly (readonly [string, string])[];
  readonly brand: Brand;
  /** When it is written, milliseconds since 1970. */
  readonly now: number;
}

const LABEL_WIDTH = 150;
/** About so many letters are in a line of a text. */
const LETTERS_A_LINE = 66;

/** Lines of a text, broken between words. */
function brokenText(text: string): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.match(new RegExp(`\\S{1,${LETTERS_A_LINE}}`, "gu")) ?? []) {
      if (line.length + word.length >= LETTERS_A_LINE) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

/** A report to the authority as a PDF of A4 pages, to be copied into its form. */
export async function filingPdf({ title, lines, brand, now }: FilingOrder): Promise<Buffer> {
  const pages = new PdfPages(brand, `${brand.name} ${title}`, now);
  pages.head(title);
  for (const [label, text] of lines) {
    pages.room(32);
    pages.text(label, MARGIN, pages.y, { size: 8, weight: "600", colour: "muted", width: LABEL_WIDTH - 12 });
    for (const line of brokenText(text)) {
      pages.room(16);
      pages.text(line, MARGIN + LABEL_WIDTH, pages.y, { width: WIDTH - LABEL_WIDTH });
      pages.y += 14;
    }
    pages.y += 6;
    pages.line(pages.y - 3);
    pages.y += 4;
  }
  return pages.end();
}
