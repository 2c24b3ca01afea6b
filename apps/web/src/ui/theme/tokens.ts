import { COLOURS, type Scheme } from "@wattle/contracts/theme-colours";

/**
 * The one list of design tokens apart from the colours: `tokens.css` and the Mantine theme are made from both (a test
 * compares).
 */

/** Type scale, in CSS pixels at the browser's default size of 16. */
export const TEXT_SIZES = [13, 15, 17, 20, 24, 32, 44] as const;
export const SPACES = [4, 8, 12, 16, 24, 32, 48, 64, 96] as const;
export const RADII = { control: 6, card: 10 } as const;
const SHADOWS: Record<Scheme, string> = {
  light: "0 2px 4px rgb(10 40 48 / 8%), 0 16px 40px rgb(10 40 48 / 16%)",
  dark: "0 2px 4px rgb(0 0 0 / 40%), 0 16px 40px rgb(0 0 0 / 55%)",
};
export const FONTS = {
  heading: '"Bricolage Grotesque Variable", "Bricolage fallback", system-ui, sans-serif',
  body: '"Instrument Sans Variable", "Instrument fallback", "Instrument fallback Roboto", system-ui, sans-serif',
} as const;

const rem = (pixels: number): string => `${pixels / 16}rem`;

function colours(scheme: Scheme, indent: string): string {
  const lines = Object.entries(COLOURS).map(
    ([name, value]) => `${indent}--${name}: ${value[scheme].toLowerCase()};`,
  );
  return [...lines, `${indent}--shadow: ${SHADOWS[scheme]};`].join("\n");
}

/** Tokens that are others on paper; important, because an operator's own colours come later. */
const PAPER = Object.entries({
  canvas: "#ffffff",
  surface: "#ffffff",
  hero: "#ffffff",
  "hero-ink": "var(--ink)",
  "hero-muted": "var(--muted)",
  "hero-line": "var(--line)",
})
  .map(([name, value]) => `    --${name}: ${value} !important;`)
  .join("\n");

/** The text of `tokens.css`. */
export function tokensCss(): string {
  const shared = [
    ...TEXT_SIZES.map((size) => `  --text-${size}: ${rem(size)};`),
    "  --text-headline: clamp(2.5rem, 6.3vw, 5rem);",
    ...SPACES.map((space) => `  --space-${space}: ${rem(space)};`),
    ...Object.entries(RADII).map(([name, size]) => `  --radius-${name}: ${size}px;`),
    `  --font-heading: ${FONTS.heading};`,
    `  --font-body: ${FONTS.body};`,
    "  --control-height: 3rem;",
    "  --gutter: clamp(1.25rem, 5vw, 4rem);",
    "  --page-width: 80rem;",
  ].join("\n");
  return `/* Made from tokens.ts, where each token is explained. */
:root {
  color-scheme: light;
${colours("light", "  ")}
${shared}
}
/* Paper is light: no dark scheme, and no dark grounds, not even a brand's own. */
@media print {
  :root {
${PAPER}
  }
}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-scheme="light"]) {
    color-scheme: dark;
${colours("dark", "    ")}
  }
}
@media screen {
  :root[data-scheme="dark"] {
    color-scheme: dark;
${colours("dark", "    ")}
  }
}
`;
}
