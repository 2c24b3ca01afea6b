/** Amounts as banks write them. */
import { refuse, type Read } from "./read.ts";

/** Why a text is no amount. */
export const AMOUNT_REFUSALS = {
  empty: "There is no amount",
  malformed: "This is no amount",
  decimals: "The amount has more than two decimals",
  large: "The amount is too large",
} as const;

/** Separators of an amount's cents. */
export type DecimalMark = "." | ",";

interface AmountSettings {
  /** The account's currency: a sign or code of another one is refused; without it any. */
  readonly currency?: string;
  readonly decimal?: DecimalMark;
  /** Whether three decimals could be thousands, as in `1.500`. They never are in a format that has a standard. */
  readonly mayBeThousands?: boolean;
}

const MOST_DIGITS = 15;
const LONGEST_AMOUNT = 60;

/** Currencies by the signs that are not their code. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  AUD: ["$", "A$", "AU$"],
  CAD: ["$", "C$", "CA$"],
  EUR: ["€"],
  GBP: ["£"],
  HKD: ["$", "HK$"],
  NGN: ["₦", "N"],
  NZD: ["$", "NZ$"],
  SGD: ["$", "S$"],
  USD: ["$", "US$"],
};
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** @returns the currency's code if the mark means one for sure, else the mark */
const currencyOfMark = (mark: string): string =>
  Object.entries(SIGNS).find(([, signs]) => mark !== "$" && signs.includes(mark))?.[0] ?? mark;

const DISPLAY_NAMES = new Intl.DisplayNames("en", { type: "currency" });
/** Codes by the currencies' names in English, `us dollar`. */
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  [...CODES].map((code) => [(DISPLAY_NAMES.of(code) ?? code).toLowerCase(), code]),
);

/** The code of a currency that is written by its code or name: `AUD`, `US Dollars`; undefined for other texts. */
export function currencyNamed(text: string): string | undefined {
  const written = text.trim().replaceAll(/\s+/g, " ");
  if (CODES.has(written)) return written;
  const name = written.toLowerCase();
  return CODES_BY_NAME.get(name) ?? CODES_BY_NAME.get(name.replace(/s$/, ""));
}

/** Whether a code, sign or name is a currency's; nothing is. */
export const isCurrency = (mark: string, currency: string): boolean => {
  const written = mark.trim().toUpperCase();
  if (written === "" || written === currency || SIGNS[currency]?.includes(written) === true) return true;
  return written.length > 3 && currencyNamed(mark) === currency;
};

export const currencyRefusal = (mark: string, currency: string): string => {
  const code = currencyNamed(mark) ?? currencyOfMark(mark.trim().toUpperCase()).slice(0, 3).trim();
  return `This is in ${code}, the account in ${currency}`;
};

/** The currency that a column's name ends with, as in `Amount (USD)`, and the name without it. */
export function splitCurrency(name: string): { readonly name: string; readonly currency: string } {
  const match = /^(.*?[^\s([_-])[\s_-]*[([]?\s*([A-Z]{3}|[A-Z]{0,2}\p{Sc})\s*[)\]]?$/u.exec(name.trim());
  const [, rest = "", mark = ""] = match ?? [];
  const isMark = CODES.has(mark) || /\p{Sc}/u.test(mark);
  return isMark ? { name: rest, currency: mark } : { name: name.trim(), currency: "" };
}

type Direction = "in" | "out";
type Part = "sign" | "brackets" | "side" | "before" | "behind";

/** Possible parts around an amount's digits: each once, in any order. */
const PARTS: readonly (readonly [Part, RegExp])[] = [
  ["brackets", /^\((?<rest>.*)\)(?<mark>)$/],
  ["sign", /^(?<mark>[+-])\s*(?<rest>.*)$/],
  ["sign", /^(?<rest>.*?)\s*(?<mark>[+-])$/],
  ["side", /^(?<rest>.*?)\s*(?<!\p{L})(?<mark>DR|CR|D|C|debit|credit)\.?$/iu],
  ["side", /^(?<mark>DR|CR|debit|credit)\.?\s+(?<rest>.*)$/iu],
  ["before", /^(?<mark>\p{L}{0,3}\p{Sc}|[A-Z]{3}(?![A-Z])|N(?=\s*[\d(+-]))\s*(?<rest>.*)$/iu],
  ["behind", /^(?<rest>.*?)\s*(?<!\p{L})(?<mark>\p{L}{0,3}\p{Sc}|[A-Z]{3})$/iu],
];

const directionOf = (part: Part, mark: string): Direction | undefined => {
  if (part === "brackets") return "out";
  if (part === "sign") return mark === "-" ? "out" : "in";
  return part === "side" ? (mark.toUpperCase().startsWith("D") ? "out" : "in") : undefined;
};

/** An amount's digits, and what stands around them. */
function takeApart(written: string) {
  const directions = new Set<Direction>();
  const currencies: string[] = [];
  const seen = new Set<Part>();
  let text = written
    .replaceAll(/\p{Dash_Punctuation}|\u2212/gu, "-")
    .replaceAll(/[\s\u00a0\u2000-\u200a\u202f]+/g, " ")
    .replaceAll("’", "'")
    .trim();
  for (let found = true; found;) {
    found = PARTS.some(([part, pattern]) => {
      const { mark, rest } = pattern.exec(text)?.groups ?? {};
      if (mark === undefined || rest === undefined || seen.has(part)) return false;
      // `500c` can be cents.
      if (mark === "c" || mark === "d") return false;
      seen.add(part);
      const direction = directionOf(part, mark);
      if (direction !== undefined) directions.add(direction);
      if (part === "before" || part === "behind") currencies.push(mark);
      text = rest.trim();
      return true;
    });
  }
  return { digits: text, directions, currencies };
}

/** Digits, in groups of three or not; the decimal mark and more digits. */
const NUMBERS: Readonly<Record<DecimalMark, RegExp>> = {
  ".": /^(\d+|\d{1,3}(?:[, ']\d{3})+)?(?:\.(\d*))?$/,
  ",": /^(\d+|\d{1,3}(?:[. ']\d{3})+)?(?:,(\d*))?$/,
};

/** Texts that mean nothing in an amount's place. */
const NOTHING = /^(?:[\p{Pd}\u2212]{1,3}|null|nil|none|nan|n\/?a)?$/iu;
export const isNothing = (written: string): boolean => NOTHING.test(written.trim());

/** The mark that a written amount proves to be before its cents: `5,00` and `1.234,56` a comma. */
export function decimalMarkOf(written: string): DecimalMark | undefined {
  const { digits } = takeApart(written.slice(0, LONGEST_AMOUNT));
  const [, mark] = /^[\d., ']*\d?([.,])(?:\d{1,2}|\d{4,})$/.exec(digits) ?? [];
  const [, last] = /^\d.*[.,].*([.,])\d+$/.exec(digits) ?? [];
  const proven =
    mark ?? (last !== undefined && digits.indexOf(last) === digits.lastIndexOf(last) ? last : "");
  return proven === "." || proven === "," ? proven : undefined;
}

/**
 * Reads an amount in hundredths: `1,234.50`, `-5`, `5.00-`, `(5.00)`, `$5.00 DR`, `5.00 CR`, `1,500.00 AUD`. Zeros behind the cents don't count.
 * @returns hundredths; below zero for a minus, brackets or DR, however many of them; refused if one mark says the opposite of another, as
 *   in `-5.00 CR`, and in another currency
 */
export function readUnits(
  written: string,
  { currency = "", decimal = ".", mayBeThousands = false }: AmountSettings = {},
): Read<bigint> {
  if (isNothing(written)) return refuse(AMOUNT_REFUSALS.empty);
  if (written.length > LONGEST_AMOUNT) return refuse(AMOUNT_REFUSALS.malformed);
  const { digits, directions, currencies } = takeApart(written);
  const [whole = "", fraction = ""] = NUMBERS[decimal].exec(digits)?.slice(1) ?? [];
  if (directions.size > 1 || (whole === "" && fraction === "")) return refuse(AMOUNT_REFUSALS.malformed);
  const other = currencies.find((mark) => !isCurrency(mark, currency));
  if (other !== undefined) return refuse(currencyRefusal(other, currency));
  const isOpen = mayBeThousands && fraction.length === 3 && /^\d*$/.test(whole);
  const cents = fraction.replace(/0+$/, "");
  if (cents.length > 2 || isOpen) return refuse(AMOUNT_REFUSALS.decimals);
  const plain = whole.replaceAll(/\D/g, "");
  if (plain.length > MOST_DIGITS) return refuse(AMOUNT_REFUSALS.large);
  const units = BigInt(plain + cents.padEnd(2, "0"));
  return { ok: true, value: directions.has("out") ? -units : units };
}
