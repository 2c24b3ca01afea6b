import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { correctLetters } from "./correct-letters.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const CORRECTIONS = path.join(import.meta.dirname, "correct-letters.ts");
const CACHE = path.join(ROOT, "node_modules/.fonts");
const letters = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join("");
const BASIC = `${letters(0x20, 0x7e)}\u00a0©·×–—‘’“”…•−½`;

/** Letters outside a subset are drawn with the fallback font, so names from anywhere remain readable. */
const FONTS = [
  {
    name: "headings.woff2",
    source: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
    text: BASIC,
    weights: { min: 600, max: 700 },
    correct: (font: Buffer): Buffer => font,
  },
  {
    name: "body.woff2",
    source: "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
    text: BASIC + letters(0xc0, 0xff),
    weights: { min: 400, max: 700 },
    correct: correctLetters,
  },
] as const;

/** Cuts the two typefaces down to the letters and weights in use, corrects what small print needs, and serves them as `~fonts/…` to the styles. */
export function subsetFonts(): Plugin {
  return {
    name: "wattle:subset-fonts",
    async config() {
      const require = createRequire(path.join(ROOT, "package.json"));
      const sources = FONTS.map((font) => ({ font, file: readFileSync(require.resolve(font.source)) }));
      const recipe = createHash("sha256").update(JSON.stringify(FONTS)).update(readFileSync(CORRECTIONS));
      for (const { file } of sources) recipe.update(file);
      const folder = path.join(CACHE, recipe.digest("hex").slice(0, 16));
      mkdirSync(folder, { recursive: true });
      for (const { font, file } of sources) {
        const target = path.join(folder, font.name);
        if (existsSync(target)) continue;
        const subset = await subsetFont(file, font.text, {
          targetFormat: "sfnt",
          variationAxes: { wght: font.weights },
        });
        writeFileSync(target, await subsetFont(font.correct(subset), font.text, { targetFormat: "woff2" }));
      }
      return { resolve: { alias: { "~fonts": folder } } };
    },
  };
}
