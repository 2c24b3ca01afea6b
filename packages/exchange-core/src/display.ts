import { formatAmount, type Amount } from "./amount.ts";
import type { Currency } from "./currency.ts";
import { countDecimals, isNegative, isZero } from "./decimal.ts";

/** One line of a balances panel. */
export interface DisplayedBalance {
  readonly code: string;
  readonly text: string;
}

/** A balance in an unknown code is shown all the same, with so many decimals. */
const DECIMALS_OF_UNKNOWN = 2;
const PLAIN_DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** The amount for people: en-AU grouping (`1,234.50`), cut (never rounded up) to the decimals the currency shows. */
export function displayAmount<C extends string>(amount: Amount<C>, currency: Currency<NoInfer<C>>): string {
  return displayDecimal(formatAmount(amount, currency), currency.shownDecimals);
}

/**
 * The lines of a balances panel from a map of currency code to plain decimal text: above zero only, fiat and crypto
 * apart, in the order of `currencies`, then codes that are not among them by code, with the crypto ones. An entry that
 * is not a plain decimal is left out.
 */
export function displayBalances(
  balances: Readonly<Record<string, string>>,
  currencies: readonly Currency[],
): {
  readonly fiat: readonly DisplayedBalance[];
  readonly crypto: readonly DisplayedBalance[];
} {
  const fiat: DisplayedBalance[] = [];
  const crypto: DisplayedBalance[] = [];
  const known = new Set(currencies.map(({ code }) => code));
  const unknown = Object.keys(balances)
    .filter((code) => !known.has(code))
    .toSorted()
    .map((code): Currency => ({ code, kind: "crypto", shownDecimals: DECIMALS_OF_UNKNOWN }));
  for (const { code, kind, shownDecimals } of [...currencies, ...unknown]) {
    const balance = Object.hasOwn(balances, code) ? balances[code] : undefined;
    if (balance === undefined || !isAboveZero(balance)) continue;
    (kind === "fiat" ? fiat : crypto).push({ code, text: displayDecimal(balance, shownDecimals) });
  }
  return { fiat, crypto };
}

function isAboveZero(text: string): boolean {
  return PLAIN_DECIMAL.test(text) && !isNegative(text) && !isZero(text);
}

/**
 * A plain decimal text with en-AU grouping and exactly `decimals` decimals, the rest cut off (toward zero), missing
 * ones filled with zeros: (`150000.019`, 2) is `150,000.01`.
 *
 * @throws RangeError if the text is not a plain decimal (an optional minus sign, no exponent, no grouping).
 */
export function displayDecimal(text: string, decimals: number): string {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not a plain decimal`);
  const [, sign = "", whole = "", fraction = ""] = match;
  // Intl.NumberFormat reads a text as a number of limited precision in older browsers; grouping by hand is exact.
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  const shown = decimals === 0 ? grouped : `${grouped}.${fraction.slice(0, decimals).padEnd(decimals, "0")}`;
  return sign === "-" && !isZero(shown) ? `-${shown}` : shown;
}

/** A plain decimal with en-AU grouping and all its decimals, at least `fewest`: `1,234.50`. */
export const displayExact = (text: string, fewest = 0): string =>
  displayDecimal(text, Math.max(fewest, countDecimals(text)));

/** A figure with the minus sign of print, which is as wide as a plus: `−18.00`. */
export const withMinus = (figure: string): string => figure.replace(/^-/, "−");

/** The same with a plus if it is not below zero: `+1.24`, `−0.38`. */
export const withSign = (figure: string): string => (isNegative(figure) ? withMinus(figure) : `+${figure}`);

/**
 * A moment as `YYYY/MM/DD HH:mm:ss`, 24 hours, in an IANA time zone, or if none is given in the zone of the machine.
 *
 * @throws RangeError for an unknown time zone and for a time a date cannot hold.
 */
export function displayTime(epochMilliseconds: number, timeZone?: string): string {
  const parts = timeZone === undefined ? partsHere(epochMilliseconds) : partsIn(epochMilliseconds, timeZone);
  const part = (index: number, width: number): string => (parts[index] ?? "").padStart(width, "0");
  return `${part(0, 4)}/${part(1, 2)}/${part(2, 2)} ${part(3, 2)}:${part(4, 2)}:${part(5, 2)}`;
}

/** As Australian English shortens them. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/**
 * A moment as `21 Nov 2026, 8:42 am`, in an IANA time zone, or if none is given in the zone of the machine. The space
 * before am and pm is a no-break space: neither is ever by itself on a line.
 *
 * @throws RangeError for an unknown time zone and for a time a date cannot hold.
 */
export function displayMoment(epochMilliseconds: number, timeZone?: string): string {
  const parts = timeZone === undefined ? partsHere(epochMilliseconds) : partsIn(epochMilliseconds, timeZone);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")}`;
  return `${day} ${MONTHS[month - 1] ?? ""} ${year}, ${clock}\u00A0${hour < 12 ? "am" : "pm"}`;
}

/** Without Intl, whose first use costs a phone tens of milliseconds. */
function partsHere(epochMilliseconds: number): readonly string[] {
  const date = new Date(epochMilliseconds);
  if (Number.isNaN(date.getTime())) throw new RangeError("Invalid time value");
  return [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ].map(String);
}

const PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;

/** Making one costs a hundred times as much as using it; a process meets few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-AU", {
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZone,
    });
  formats.set(timeZone, made);
  return made;
}

function partsIn(epochMilliseconds: number, timeZone: string): readonly string[] {
  const parts = formatIn(timeZone).formatToParts(epochMilliseconds);
  return PARTS.map((type) => parts.find((candidate) => candidate.type === type)?.value ?? "");
}
