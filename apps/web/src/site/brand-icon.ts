import type { Brand } from "@wattle/contracts/brand";

const PETROL = "#0e4a5a";
const GOLD = "#f2a93b";
const CANVAS = "#f3f6f5";

/**
 * The site's icon: a brand's logo in gold on the petrol field.
 * @param logoSvg the logo's own `<svg>`, which draws in the current colour
 */
export function brandIcon(logoSvg: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" color="${GOLD}">` +
    `<rect width="64" height="64" rx="14" fill="${PETROL}"/>` +
    `<g transform="translate(9 9) scale(.71875)">${logoSvg}</g></svg>\n`
  );
}

/** The web app's manifest, as JSON. */
export function webManifest(brand: Brand): string {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: brand.regulatorLine,
    lang: "en-AU",
    start_url: "/",
    display: "browser",
    theme_color: PETROL,
    background_color: CANVAS,
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/apple-touch-icon.png", type: "image/png", sizes: "180x180" },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
