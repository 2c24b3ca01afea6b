/**
 * White-label values in prerendered pages. Pages are made once, at build, with the marks below in place of the
 * values; the server fills in a brand's values when it starts, so that one build serves any brand.
 */
import type { Network } from "./networks.ts";
import { DEFAULT_BRAND, siteDescription, type Brand } from "./brand.ts";
import type { CoinPage } from "./coin-page.ts";
import { COIN_BLOCK_ID, coinSlug } from "./coin-path.ts";
import type { LegalName, LegalText } from "./legal-text.ts";
import type { TaxResidenceMode } from "./tin-rules.ts";
import { guillochePath, guillocheSeed } from "./guilloche.ts";
import { COLOURS } from "./theme-colours.ts";

/** Mark in the head for the style of a brand's colours and the data block of its values. */
export const BRAND_SLOT = "<!--brand-->";
/** Stands for the site's address, without a slash at its end. */
export const ORIGIN_MARK = "%%origin%%";
/** Stands for the current year. */
export const YEAR_MARK = "%%year%%";
/** Stands for the meta description of a page without one of its own. */
export const DESCRIPTION_MARK = "%%description%%";

/**
 * Elements that not every installation has are prerendered, so that they are there from the first paint, and the server
 * takes them out of the others. They hold no element of their own kind.
 */
const DEMO_ONLY = /<(\w+) data-demo-only="true"[^>]*>[\s\S]*?<\/\1>/g;
const REGULATED_ONLY = /<(\w+) data-regulated-only="true"[^>]*>[\s\S]*?<\/\1>/g;

/** The brand that pages are prerendered with: each text is a mark that nothing else could be. */
export const BRAND_MARKS: Brand = {
  name: "%%brand.name%%",
  domain: "%%brand.domain%%",
  supportEmail: "%%brand.supportEmail%%",
  legalEntity: "%%brand.legalEntity%%",
  registration: "%%brand.registration%%",
  address: "%%brand.address%%",
  regulatorLine: "%%brand.regulatorLine%%",
  logoSvg: "%%brand.logoSvg%%",
  colours: {},
  markets: DEFAULT_BRAND.markets,
  refusedCountries: DEFAULT_BRAND.refusedCountries,
  times: {
    reaches: {
      bank_transfer: "%%brand.times.reaches.bank_transfer%%",
      payid: "%%brand.times.reaches.payid%%",
      post_billpay: "%%brand.times.reaches.post_billpay%%",
    },
    matched: "%%brand.times.matched%%",
    checked: "%%brand.times.checked%%",
    paidOut: "%%brand.times.paidOut%%",
    arrives: "%%brand.times.arrives%%",
  },
};

/** The drawn mark of a brand without a logo of its own: a wattle blossom in the manner of a rosette. */
export const DEFAULT_LOGO_SVG =
  '<svg viewBox="-12 -12 24 24" fill="none" stroke="currentColor" stroke-width="1.3">' +
  [0, 60, 120, 180, 240, 300]
    .map((turn) => `<path d="M0 0C4.5-3 4.5-8 0-11C-4.5-8-4.5-3 0 0Z" transform="rotate(${turn})"/>`)
    .join("") +
  '<circle r="2.4" fill="currentColor" stroke="none"/></svg>';

/** Stands for a colour of the theme's light scheme, the brand's own where it has one. */
export function colourMark(token: keyof typeof COLOURS): string {
  return `%%colour.${token}%%`;
}

/** Stands for the path of a page's line-work. */
export function guillocheMark(page: string): string {
  return `%%guilloche.${page}%%`;
}

/** Facts about the installation for a page's code, apart from the brand. */
export interface Installation {
  /** Whether it is a demo, with made-up customers. */
  readonly demo: boolean;
  /** The legal pages that have a text of the operator's own. */
  readonly ownTexts: readonly LegalName[];
  /** Whether customers are asked where they are resident for tax, or must say so before they exchange. */
  readonly taxResidence: TaxResidenceMode;
  /** Addresses of block explorers, without a slash at their end. */
  readonly explorers?: Readonly<Partial<Record<Network, string>>>;
}

export interface PageValues extends Installation {
  readonly brand: Brand;
  /** The site's address, without a slash at its end. */
  readonly origin: string;
  readonly year: number;
  /** The operator's own text, for a legal page that was prerendered for one. */
  readonly legal?: LegalText | undefined;
  /** For the page of a coin. */
  readonly coin?: CoinPage | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const inMarkup = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
/** JSON that is safe in a data block: no `<` could end the block or begin a comment. */
const jsonForMarkup = (value: unknown): string => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * The style of a brand's own colours: `{ brand: "#123456", "brand.dark": "#abcdef" }` replaces the token in the
 * light scheme and in the dark one. Anything but a hexadecimal colour is left out.
 */
export function brandStyle(colours: Brand["colours"]): string {
  const entries = Object.entries(colours).filter(
    ([token, value]) => /^[a-z-]+(?:\.dark)?$/.test(token) && COLOUR.test(value),
  );
  const rules = (dark: boolean): string =>
    entries
      .filter(([token]) => token.endsWith(".dark") === dark)
      .map(([token, value]) => `--${token.replace(".dark", "")}:${value}`)
      .join(";");
  const light = rules(false);
  const dark = rules(true);
  // One more :root than the tokens' own rules have, so that they win wherever they are.
  return [
    light && `:root:root:not([data-scheme="dark"]){${light}}`,
    dark &&
      `@media screen and (prefers-color-scheme:dark){:root:root:not([data-scheme="light"]){${dark}}}@media screen{:root:root[data-scheme="dark"]{${dark}}}`,
    // Paper is light, whichever scheme is chosen for the screen.
    light && `@media print{:root:root[data-scheme="dark"]{${light}}}`,
  ]
    .filter(Boolean)
    .join("");
}

function lightColour({ colours }: Brand, token: string): string | undefined {
  const own = Object.hasOwn(colours, token) ? colours[token] : undefined;
  if (own !== undefined && COLOUR.test(own)) return own;
  return Object.entries(COLOURS).find(([name]) => name === token)?.[1].light;
}

const named = (prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [prefix + name, text]));

/** Text with marks, made with a brand's values; each is escaped by `escape`, the logo and legal texts are markup already. */
function fillMarks(
  text: string,
  { brand, origin, year, legal, coin }: PageValues,
  escape: (value: string) => string,
): string {
  const { reaches, ...times } = brand.times;
  const values: Readonly<Record<string, string>> = {
    "brand.name": brand.name,
    "brand.domain": brand.domain,
    "brand.supportEmail": brand.supportEmail,
    "brand.legalEntity": brand.legalEntity,
    "brand.registration": brand.registration,
    "brand.address": brand.address,
    "brand.regulatorLine": brand.regulatorLine,
    ...named("brand.times.reaches.", reaches),
    ...named("brand.times.", times),
    origin,
    year: String(year),
    description: siteDescription(brand),
    "legal.heading": legal?.heading ?? "",
    ...(coin !== undefined && named("coin.", { ...coin, slug: coinSlug(coin.code) })),
  };
  return text.replace(/%%([\w.-]+)%%/g, (whole, mark: string) => {
    if (mark === "brand.logoSvg") return brand.logoSvg ?? DEFAULT_LOGO_SVG;
    if (mark === "legal.contents") return legal?.contents ?? "";
    if (mark === "legal.body") return legal?.body ?? "";
    if (mark.startsWith("guilloche.")) {
      return guillochePath(guillocheSeed(mark.slice("guilloche.".length), brand.domain));
    }
    if (mark.startsWith("colour.")) return lightColour(brand, mark.slice("colour.".length)) ?? whole;
    const value = Object.hasOwn(values, mark) ? values[mark] : undefined;
    return value === undefined ? whole : escape(value);
  });
}

const inJson = (value: string): string => jsonForMarkup(value).slice(1, -1);

/** Fills a JSON document with marks in its strings (the web app's manifest). */
export function fillJson(json: string, values: PageValues): string {
  return fillMarks(json, values, inJson);
}

/**
 * Fills a prerendered page (or any text made with the marks) with a brand's values. Values are escaped for where
 * they are: in markup, or in JSON within `application/ld+json` blocks; the logo is markup of the operator's own.
 * @param html page with the marks and with {@link BRAND_SLOT}
 */
export function fillPage(html: string, values: PageValues): string {
  const { brand, demo, ownTexts, taxResidence, explorers, coin } = values;
  const style = brandStyle(brand.colours);
  const block =
    (style === "" ? "" : `<style>${style}</style>`) +
    `<script type="application/json" id="wattle-brand">${jsonForMarkup({ ...brand, demo, ownTexts, taxResidence, explorers })}</script>` +
    (coin === undefined
      ? ""
      : `<script type="application/json" id="${COIN_BLOCK_ID}">${jsonForMarkup(coin)}</script>`);
  const kept = demo ? html : html.replaceAll(DEMO_ONLY, "");
  const filled = (brand.regulatorLine === "" ? kept.replaceAll(REGULATED_ONLY, "") : kept)
    .split(/(<script type="application\/ld\+json">[\s\S]*?<\/script>)/)
    .map((part, index) => fillMarks(part, values, index % 2 === 1 ? inJson : inMarkup))
    .join("");
  return filled.replace(BRAND_SLOT, () => block);
}
