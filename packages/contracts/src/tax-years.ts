/** Tax years, and the words of their reports. Free of zod, so that screens share them. */
import type { ParcelMethod } from "@wattle/exchange-core/parcels";

/** The day a country's year ends, as `-MM-DD`, and the place whose days count. */
const YEARS: Readonly<Record<string, { readonly end: string; readonly timezone: string }>> = {
  AU: { end: "06-30", timezone: "Australia/Sydney" },
  NZ: { end: "03-31", timezone: "Pacific/Auckland" },
  NG: { end: "12-31", timezone: "Africa/Lagos" },
};

export interface TaxYear {
  /** The year in which it ends. */
  readonly year: number;
  /** The first and the last day, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The place whose days they are. */
  readonly timezone: string;
}

/** The place whose days count in a country; the installation's own for a country that is not listed. */
export const taxTimezone = (country: string, ownTimezone: string): string =>
  YEARS[country]?.timezone ?? ownTimezone;

/** A country's tax year; a calendar year in the installation's own days for a country that is not listed. */
export function taxYearOf(country: string, year: number, ownTimezone: string): TaxYear {
  const end = YEARS[country]?.end ?? "12-31";
  const [month = 12] = end.split("-").map(Number);
  const from = month === 12 ? `${year}-01-01` : `${year - 1}-${String(month + 1).padStart(2, "0")}-01`;
  return { year, from, to: `${year}-${end}`, timezone: taxTimezone(country, ownTimezone) };
}

/** `2025–26` for a year that ends in another one than it begins, else `2026`. */
export const yearWords = ({ year, from }: Pick<TaxYear, "year" | "from">): string =>
  from.startsWith(String(year)) ? String(year) : `${year - 1}–${String(year).slice(-2)}`;

/** Name of each method, and which parcel it uses first. */
export const METHOD_WORDS: Readonly<Record<ParcelMethod, { readonly name: string; readonly what: string }>> =
  {
    fifo: { name: "First in, first out", what: "The coins you bought first are sold first." },
    lifo: { name: "Last in, first out", what: "The coins you bought last are sold first." },
    hifo: { name: "Highest cost first", what: "The coins that cost you most are sold first." },
  };

/** How a disposal that was no sale is called. */
export const NOT_SOLD_WORDS = {
  sent: "sent to another person",
  taken: "taken back by us",
} as const;

/** Said of sales of more than was ever acquired here. */
export const COST_NOT_KNOWN =
  "“Not known”: more was sold than was ever acquired here, so these coins count as if they had cost nothing.";

/** Said if coins are in own wallets. */
export const OWN_WALLETS_COUNT =
  "Coins in the customer's own wallets are still held. Moving them there was no disposal.";

/** Said wherever a report is. */
export const NO_TAX_ADVICE =
  "This report is a record of your transactions here. It is not tax advice. Ask a registered tax agent if you are not sure.";
