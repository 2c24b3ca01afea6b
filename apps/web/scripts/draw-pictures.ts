/**
 * Draws the pictures that cannot be SVG, into `public`: the icon for home screens, the icon that browsers and feed
 * readers ask for by its old name, and the picture that is shown where a page is shared. The last has no brand; an
 * operator with a logo of its own replaces the others. Run it again when they should change:
 * `node scripts/draw-pictures.ts`.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_LOGO_SVG } from "@wattle/contracts/brand-page";
import { guillochePath, guillocheSeed } from "@wattle/contracts/guilloche";
import { COLOURS } from "@wattle/contracts/theme-colours";
import { chromium } from "playwright";
import { CHROMIUM_FLAGS, findChromium } from "../../../scripts/chromium.ts";
import { brandIcon } from "../src/site/brand-icon.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../public");
const TURNS = Array.from({ length: 36 }, (_, index) => index * 10);

const sheet = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="display:block">${content}</svg>`;

const icon = brandIcon({
  logoSvg: DEFAULT_LOGO_SVG,
  field: COLOURS.hero.light,
  line: COLOURS.accent.light,
});
const smallIcon = sheet(48, 48, icon.replace("<svg ", '<svg width="48" height="48" '));
const touchIcon = sheet(
  180,
  180,
  // Without rounded corners: the phone cuts its own.
  `<g transform="scale(2.8125)">${icon.replace(' rx="14"', "").replace("<svg ", '<svg width="64" height="64" ')}</g>`,
);

const lines = TURNS.map(
  (turn) =>
    `<path d="${guillochePath(guillocheSeed("site.home", "shared"))}" transform="rotate(${turn})" fill="none" stroke="#5c98a6" stroke-width="1.2"/>`,
).join("");
const shared = sheet(
  1200,
  630,
  `<rect width="1200" height="630" fill="#0e4a5a"/><g transform="translate(600 315) scale(1.25)" opacity=".75">${lines}</g>`,
);

/** An .ico file with one PNG picture in it, `size` pixels wide and high. */
function iconFile(picture: Uint8Array, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
for (const [file, width, height, svg] of [
  ["apple-touch-icon.png", 180, 180, touchIcon],
  ["favicon.ico", 48, 48, smallIcon],
  ["og.jpg", 1200, 630, shared],
] as const) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const picture = await page.screenshot(
    file.endsWith(".jpg") ? { type: "jpeg", quality: 72 } : { omitBackground: true },
  );
  writeFileSync(path.join(PUBLIC, file), file.endsWith(".ico") ? iconFile(picture, width) : picture);
  await page.close();
}
await browser.close();
