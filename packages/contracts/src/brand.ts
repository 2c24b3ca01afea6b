/** White-label values that the server writes into each page. Free of zod: every page reads it. */
export interface Brand {
  readonly name: string;
  readonly domain: string;
  readonly supportEmail: string;
  readonly legalEntity: string;
  /** The sentence about the regulator, used as the default meta description. */
  readonly regulatorLine: string;
  /** Inline SVG of the logo, or null for the drawn default. */
  readonly logoSvg: string | null;
  /** Replacements of the theme's brand and accent tokens. */
  readonly colours: { readonly [token: string]: string };
}

export const DEFAULT_BRAND: Brand = {
  name: "Wattle",
  domain: "wattle.example",
  supportEmail: "support@wattle.example",
  legalEntity: "the operator of this site",
  regulatorLine:
    "Regulated by a financial regulator, with local deposit and withdrawal options and no fees for fiat deposits and withdrawals.",
  logoSvg: null,
  colours: {},
};
