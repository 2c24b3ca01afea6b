import { FIRST_CHOICE } from "./first-markets.ts";
import { DEFAULT_TIMES, type StaffTimes } from "./staff-times.ts";
import { SANCTIONED_COUNTRIES } from "./sanctioned-countries.ts";

/** Markets that pages need before any answer of the server. */
export interface MarketChoice {
  /** Currency of valued balances, of the rate cards and of the table of rates. */
  readonly homeCurrency: string;
  /** Default pair of the exchange form. */
  readonly defaultPair: { readonly credit: string; readonly debit: string };
  /** The coins of the rate cards and the table of rates. */
  readonly coins: readonly string[];
}

/** White-label values that the server writes into each page. Free of zod: every page reads it. */
export interface Brand {
  readonly name: string;
  readonly domain: string;
  readonly supportEmail: string;
  readonly legalEntity: string;
  /** The number that the operator is registered under, and where: `ABN 12 345 678 901`. */
  readonly registration: string;
  /** The operator's address, on one line. */
  readonly address: string;
  /** The operator's sentence about its regulator. Empty if it says nothing: pages must not claim it then. */
  readonly regulatorLine: string;
  /** Inline SVG of the logo, or null for the drawn default. */
  readonly logoSvg: string | null;
  /** Replacements of the theme's brand and accent tokens. */
  readonly colours: { readonly [token: string]: string };
  readonly markets: MarketChoice;
  /** Countries whose residents cannot open an account, ISO 3166-1 two-letter codes. */
  readonly refusedCountries: readonly string[];
  /** How long what staff do takes here. */
  readonly times: StaffTimes;
}

/** The specified meta description of pages without one of their own. */
export const DEFAULT_DESCRIPTION =
  "Regulated by a financial regulator, with local deposit and withdrawal options and no fees for fiat deposits and withdrawals.";

/** The meta description of pages without one of their own. */
export function siteDescription({ regulatorLine }: Pick<Brand, "regulatorLine">): string {
  return regulatorLine === "" ? DEFAULT_DESCRIPTION : regulatorLine;
}

export const DEFAULT_BRAND: Brand = {
  name: "Wattle",
  domain: "wattle.example",
  supportEmail: "support@wattle.example",
  legalEntity: "the operator of this site",
  registration: "Registration number 00 000 000 000",
  address: "1 Example Street, Sydney NSW 2000",
  regulatorLine: "",
  logoSvg: null,
  colours: {},
  markets: FIRST_CHOICE,
  refusedCountries: SANCTIONED_COUNTRIES,
  times: DEFAULT_TIMES,
};
