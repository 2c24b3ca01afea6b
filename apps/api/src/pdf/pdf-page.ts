import { createRequire } from "node:module";
import { latinLetters } from "@wattle/contracts/bank-formats/plain-letters";
import type { Brand } from "@wattle/contracts/brand";
import type { COLOURS } from "@wattle/contracts/theme-colours";
import PdfDocument from "pdfkit";
import { brandColour } from "../mail/mail-page.ts";

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
export const WIDTH = PAGE.width - 2 * MARGIN;
/** End of a page's text, above the foot of each page. */
const BOTTOM = PAGE.height - 92;
const TOP = 56;
const FOOT = BOTTOM + 20;

/**
 * Characters of the font's two files. A letter that neither has is written by its base letter, or as a question mark.
 */
const LATIN =
  /[ -~\xA0-\xA3\xA5\xA7-\xAB\xAE-\xB0\xB4\xB6-\xB8\xBA\xBB\xBF-\xFF\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u20AC\u2122\u2212]/;
const LATIN_EXTENDED =
  /[\u0100-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0126\u0127\u012A\u012B\u012E-\u0130\u0132\u0133\u0136\u0137\u0139-\u013E\u0141-\u0148\u014A-\u014D\u0150\u0151\u0154-\u015B\u015E-\u0161\u0164\u0165\u016A-\u017E\u01CD\u01CE\u0218-\u021B\u1E80-\u1E85]/;

/** Parts of a text, each with whether its letters are in the font's second file. */
export function fontRuns(text: string): { readonly text: string; readonly extended: boolean }[] {
  const runs: { text: string; extended: boolean }[] = [];
  for (const given of text.normalize("NFC")) {
    const base = latinLetters(given).charAt(0);
    const extended = LATIN_EXTENDED.test(given);
    const letter = extended || LATIN.test(given) ? given : LATIN.test(base) ? base : "?";
    const last = runs.at(-1);
    if (last?.extended === extended) last.text += letter;
    else runs.push({ text: letter, extended });
  }
  return runs;
}

type Weight = "400" | "600";

/** All figures equally wide, so that amounts can be compared. */
const FIGURES = { features: ["tnum" as const] };

interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: keyof typeof COLOURS;
  /** Ends at `x` instead of beginning there. */
  readonly right?: boolean;
  /** Width of a text, in points: it is broken into lines, or cut if it is in two fonts. */
  readonly width?: number;
}

const files = createRequire(import.meta.url);
const fontFile = (part: "latin" | "latin-ext", weight: Weight): string =>
  files.resolve(`@fontsource/instrument-sans/files/instrument-sans-${part}-${weight}-normal.woff`);

/** A document in the brand's look, written from top to bottom; a new page begins where there is no more room. */
export class PdfPages {
  readonly #doc: PDFKit.PDFDocument;
  readonly #brand: Brand;
  readonly #bytes: Promise<Buffer>;
  /** How far down the page is written, in points. */
  y = TOP;

  /** @param at milliseconds since 1970 */
  constructor(brand: Brand, title: string, at: number) {
    this.#brand = brand;
    this.#doc = new PdfDocument({
      size: "A4",
      margin: 0,
      bufferPages: true,
      lang: "en-AU",
      info: { Title: title, Author: brand.name, CreationDate: new Date(at) },
    });
    for (const weight of ["400", "600"] as const) {
      this.#doc.registerFont(`latin-${weight}`, fontFile("latin", weight));
      this.#doc.registerFont(`latin-ext-${weight}`, fontFile("latin-ext", weight));
    }
    const pieces: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      this.#doc.on("data", (piece: Buffer) => pieces.push(piece));
      this.#doc.on("end", () => resolve(Buffer.concat(pieces)));
      this.#doc.on("error", reject);
    });
  }

  colour(token: keyof typeof COLOURS): string {
    return brandColour(this.#brand, token, "light");
  }

  /** Writes a text at a given place, and does not move `y`. */
  text(text: string, x: number, y: number, style: Style = {}): void {
    const { size = 9, weight = "400", colour = "ink", right = false, width } = style;
    const runs = fontRuns(text).map((run) => {
      const font = `${run.extended ? "latin-ext" : "latin"}-${weight}`;
      return { ...run, font, wide: this.#doc.font(font).fontSize(size).widthOfString(run.text, FIGURES) };
    });
    let place = right ? x - runs.reduce((sum, { wide }) => sum + wide, 0) : x;
    this.#doc.fillColor(this.colour(colour));
    for (const { font, text: part, wide } of runs) {
      const fits = width === undefined || runs.length > 1;
      this.#doc
        .font(font)
        .fontSize(size)
        .text(part, place, y, fits ? { ...FIGURES, lineBreak: false } : { ...FIGURES, width, lineGap: 1 });
      place += wide;
    }
  }

  line(y: number, colour: keyof typeof COLOURS = "line", thickness = 0.5): void {
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(thickness)
      .strokeColor(this.colour(colour))
      .stroke();
  }

  /** The band at the top of the first page. */
  head(word: string): void {
    this.#doc.rect(0, 0, PAGE.width, 72).fill(this.colour("brand"));
    this.#doc.rect(0, 72, PAGE.width, 3).fill(this.colour("accent"));
    this.text(this.#brand.name, MARGIN, 24, { size: 20, weight: "600", colour: "on-brand" });
    this.text(word, MARGIN + WIDTH, 29, { size: 13, colour: "on-brand", right: true });
    this.y = 104;
  }

  /** Begins a new page where less than this is left. @returns whether it did */
  room(points: number): boolean {
    if (this.y + points <= BOTTOM) return false;
    this.#doc.addPage();
    this.y = TOP;
    return true;
  }

  /** Writes the foot of each page. @returns the document's bytes */
  async end(): Promise<Buffer> {
    const { legalEntity, regulatorLine, supportEmail } = this.#brand;
    const { count } = this.#doc.bufferedPageRange();
    const small = { size: 7.5, colour: "muted" } as const;
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      this.line(FOOT - 8);
      this.text(`Issued by ${legalEntity}. ${regulatorLine}`.trimEnd(), MARGIN, FOOT, {
        ...small,
        width: WIDTH - 80,
      });
      this.text(`Questions? ${supportEmail}`, MARGIN, FOOT + 34, small);
      this.text(`Page ${page + 1} of ${count}`, MARGIN + WIDTH, FOOT, { ...small, right: true });
    }
    this.#doc.end();
    return this.#bytes;
  }
}
