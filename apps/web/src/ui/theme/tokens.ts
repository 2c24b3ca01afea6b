/**
 * The one list of design tokens: `tokens.css` and the Mantine theme are made from it (a test compares), and the
 * contrast that the pairs below promise is tested. Names are CSS custom properties without their dashes.
 */
export type Scheme = "light" | "dark";

export const COLOURS = {
  canvas: { light: "#F3F6F5", dark: "#0D1517" },
  surface: { light: "#FFFFFF", dark: "#141F22" },
  sunken: { light: "#E8EEEC", dark: "#0A1012" },
  ink: { light: "#10201F", dark: "#EEF2EF" },
  muted: { light: "#465654", dark: "#A9B7B6" },
  line: { light: "#D3DCDA", dark: "#2C3C41" },
  "control-border": { light: "#73817F", dark: "#6C848B" },
  brand: { light: "#0E4A5A", dark: "#8ED3DD" },
  "brand-hover": { light: "#0A3945", dark: "#A9E0E8" },
  "on-brand": { light: "#FFFFFF", dark: "#06262D" },
  accent: { light: "#F2A93B", dark: "#F5B94F" },
  "accent-hover": { light: "#E69A25", dark: "#F8C66B" },
  "on-accent": { light: "#10201F", dark: "#10201F" },
  gain: { light: "#14683B", dark: "#6AD39B" },
  loss: { light: "#A62B1F", dark: "#FF9D8F" },
  warn: { light: "#855000", dark: "#F5B94F" },
  info: { light: "#1F4E96", dark: "#93BBFF" },
  hero: { light: "#0E4A5A", dark: "#082F3A" },
  "hero-ink": { light: "#FFFFFF", dark: "#EEF2EF" },
  "hero-muted": { light: "#CFE3E6", dark: "#B9D3D7" },
  "hero-line": { light: "#5C98A6", dark: "#3F7C8A" },
  "focus-inner": { light: "#FFFFFF", dark: "#0D1517" },
  "focus-outer": { light: "#0B5FD0", dark: "#FFD479" },
} as const satisfies Record<string, Record<Scheme, `#${string}`>>;
export type ColourToken = keyof typeof COLOURS;

/** Which colour must be readable on which: WCAG contrast of at least `ratio` in both schemes. */
export const CONTRASTS: readonly {
  readonly on: readonly ColourToken[];
  readonly colour: ColourToken;
  readonly ratio: number;
}[] = [
  { colour: "ink", on: ["canvas", "surface", "sunken"], ratio: 7 },
  { colour: "muted", on: ["canvas", "surface", "sunken"], ratio: 4.5 },
  { colour: "brand", on: ["canvas", "surface", "sunken"], ratio: 4.5 },
  { colour: "on-brand", on: ["brand", "brand-hover"], ratio: 4.5 },
  { colour: "on-accent", on: ["accent", "accent-hover"], ratio: 4.5 },
  { colour: "gain", on: ["canvas", "surface"], ratio: 4.5 },
  { colour: "loss", on: ["canvas", "surface"], ratio: 4.5 },
  { colour: "warn", on: ["canvas", "surface"], ratio: 4.5 },
  { colour: "info", on: ["canvas", "surface"], ratio: 4.5 },
  { colour: "control-border", on: ["canvas", "surface"], ratio: 3 },
  { colour: "hero-ink", on: ["hero"], ratio: 7 },
  { colour: "hero-muted", on: ["hero"], ratio: 4.5 },
  { colour: "focus-outer", on: ["canvas", "surface", "sunken"], ratio: 3 },
];

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
@media (prefers-color-scheme: dark) {
  :root:not([data-scheme="light"]) {
    color-scheme: dark;
${colours("dark", "    ")}
  }
}
:root[data-scheme="dark"] {
  color-scheme: dark;
${colours("dark", "  ")}
}
`;
}
