/** How wide a word space is at least, in thousandths of the letters' size: less reads as none in small print. */
const SPACE = 250;

type Tables = ReadonlyMap<string, number>;

/** Offset of each table of a TrueType file. */
function tablesOf(font: Buffer): Tables {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const record = 12 + 16 * index;
      return [font.toString("latin1", record, record + 4), font.readUInt32BE(record + 8)];
    }),
  );
}

function tableAt(tables: Tables, name: string): number {
  const at = tables.get(name);
  if (at === undefined) throw new Error(`the typeface has no table ${name}`);
  return at;
}

/** The glyph of a letter by the character map's format 4, which every typeface for the web has. */
function glyphOf(font: Buffer, cmap: number, letter: string): number {
  const code = letter.charCodeAt(0);
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const map = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (font.readUInt16BE(map) !== 4) continue;
    const size = font.readUInt16BE(map + 6);
    for (let segment = 0; segment < size; segment += 2) {
      const [end, start] = [map + 14 + segment, map + 16 + size + segment];
      if (code > font.readUInt16BE(end) || code < font.readUInt16BE(start)) continue;
      const delta = font.readUInt16BE(start + size);
      const range = font.readUInt16BE(start + 2 * size);
      if (range === 0) return (code + delta) & 0xffff;
      const found = font.readUInt16BE(start + 2 * size + range + 2 * (code - font.readUInt16BE(start)));
      return found === 0 ? 0 : (found + delta) & 0xffff;
    }
  }
  throw new Error(`the typeface has no “${letter}”`);
}

/** The place of a glyph in a coverage table, or -1. */
function coverageOf(font: Buffer, coverage: number, glyph: number): number {
  const count = font.readUInt16BE(coverage + 2);
  if (font.readUInt16BE(coverage) === 1) {
    for (let index = 0; index < count; index++)
      if (font.readUInt16BE(coverage + 4 + 2 * index) === glyph) return index;
    return -1;
  }
  for (let index = 0; index < count; index++) {
    const range = coverage + 4 + 6 * index;
    const start = font.readUInt16BE(range);
    if (glyph >= start && glyph <= font.readUInt16BE(range + 2))
      return font.readUInt16BE(range + 4) + glyph - start;
  }
  return -1;
}

/** Lets no feature of the typeface put another glyph in a glyph's place. */
function keepGlyph(font: Buffer, gsub: number, glyph: number): void {
  const lookups = gsub + font.readUInt16BE(gsub + 8);
  for (let index = 0; index < font.readUInt16BE(lookups); index++) {
    const lookup = lookups + font.readUInt16BE(lookups + 2 + 2 * index);
    if (font.readUInt16BE(lookup) !== 1) continue;
    for (let part = 0; part < font.readUInt16BE(lookup + 4); part++) {
      const table = lookup + font.readUInt16BE(lookup + 6 + 2 * part);
      const place = coverageOf(font, table + font.readUInt16BE(table + 2), glyph);
      if (place < 0) continue;
      if (font.readUInt16BE(table) !== 2) throw new Error("a substitution by difference cannot be left out");
      font.writeUInt16BE(glyph, table + 6 + 2 * place);
    }
  }
}

/**
 * Corrects two letters of a TrueType file for small print: a word space that is too narrow gets {@link SPACE}, and a
 * percent sign remains itself next to tabular figures instead of being pressed to a figure's width.
 */
export function correctLetters(sfnt: Buffer): Buffer {
  const font = Buffer.from(sfnt);
  const tables = tablesOf(font);
  const cmap = tableAt(tables, "cmap");
  const unit = font.readUInt16BE(tableAt(tables, "head") + 18) / 1000;
  const metrics = font.readUInt16BE(tableAt(tables, "hhea") + 34);
  for (const space of [" ", "\u00a0"]) {
    const glyph = glyphOf(font, cmap, space);
    if (glyph >= metrics) throw new Error("the space has no width of its own");
    const at = tableAt(tables, "hmtx") + 4 * glyph;
    font.writeUInt16BE(Math.max(font.readUInt16BE(at), Math.round(SPACE * unit)), at);
  }
  keepGlyph(font, tableAt(tables, "GSUB"), glyphOf(font, cmap, "%"));
  return font;
}
