import type { Brand } from "@wattle/contracts/brand";
import { DESCRIPTION_MARK, colourMark } from "@wattle/contracts/brand-page";

interface IconParts {
  /** The logo's own `<svg>`, which draws in the current colour. */
  readonly logoSvg: string;
  readonly field: string;
  readonly line: string;
}

/** The site's icon: a brand's logo in the accent on the field of the pages' heads. */
export function brandIcon({ logoSvg, field, line }: IconParts): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" color="${line}">` +
    `<rect width="64" height="64" rx="14" fill="${field}"/>` +
    `<g transform="translate(9 9) scale(.71875)">${logoSvg}</g></svg>\n`
  );
}

/** The web app's manifest, as JSON with marks for the colours. */
export function webManifest(brand: Brand): string {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: DESCRIPTION_MARK,
    lang: "en-AU",
    start_url: "/",
    display: "browser",
    theme_color: colourMark("hero"),
    background_color: colourMark("canvas"),
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/apple-touch-icon.png", type: "image/png", sizes: "180x180" },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
