/**
 * The colours of the theme and which of them must be readable on which. The web app's styles are made from this list, and
 * the server holds a brand's own colours to the same contrasts. Names are CSS custom properties without their dashes.
 */
export type Scheme = "light" | "dark";

/**
 * Cookie with the scheme that a visitor chose; without it the page follows the device. A cookie, because the server puts it
 * into the page it sends: the first paint has the right colours and waits for no script.
 */
export const SCHEME_COOKIE = "color_scheme";

/** @returns the scheme that a cookie's value names, undefined for any other text */
export function schemeOf(value: string | undefined): Scheme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}

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
type ColourToken = keyof typeof COLOURS;

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
  { colour: "accent", on: ["hero"], ratio: 3 },
  { colour: "focus-outer", on: ["canvas", "surface", "sunken"], ratio: 3 },
];

/** WCAG 2.2: relative luminance of an sRGB colour written `#RRGGBB`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2: contrast ratio of two colours written `#RRGGBB`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Contrast that WCAG AA asks of text; a brand need not reach the theme's own, higher ratios. */
const TEXT_RATIO = 4.5;
const SCHEMES: readonly Scheme[] = ["light", "dark"];
const keyOf = (token: string, scheme: Scheme): string => (scheme === "dark" ? `${token}.dark` : token);

/**
 * Problems of a brand's colours over the theme's: tokens that do not exist, and pairs that cannot be read (under 4.5 to
 * 1 for text, 3 to 1 for controls). Pairs that the brand does not change are not looked at.
 * @param colours `{ brand: "#123456", "brand.dark": "#abcdef" }`, each `#RRGGBB`
 * @returns one line for each fault, naming the token; none if all is well
 */
export function brandColourFaults(colours: Readonly<Record<string, string>>): string[] {
  const known = new Set(
    Object.keys(COLOURS).flatMap((token) => SCHEMES.map((scheme) => keyOf(token, scheme))),
  );
  const unknown = Object.keys(colours)
    .filter((key) => !known.has(key))
    .map(
      (key) =>
        `${key} is no colour of the theme; takes ${Object.keys(COLOURS).join(", ")}, each also with .dark`,
    );
  const value = (token: ColourToken, scheme: Scheme): string =>
    colours[keyOf(token, scheme)] ?? COLOURS[token][scheme];
  const unreadable = CONTRASTS.flatMap(({ colour, on, ratio }) =>
    on.flatMap((ground) =>
      SCHEMES.flatMap((scheme) => {
        const given = [colour, ground].find((token) => Object.hasOwn(colours, keyOf(token, scheme)));
        if (given === undefined) return [];
        const least = Math.min(ratio, TEXT_RATIO);
        const found = contrast(value(colour, scheme), value(ground, scheme));
        // Rounded down, so that a pair just under the limit is not said to reach it.
        const shown = String(Math.floor(found * 100) / 100);
        return found >= least
          ? []
          : [
              `${keyOf(given, scheme)}: ${colour} on ${ground} has a contrast of ${shown} to 1 in the ${scheme} scheme; takes at least ${least} to 1`,
            ];
      }),
    ),
  );
  return [...unknown, ...unreadable];
}
