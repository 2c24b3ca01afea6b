import { decimalText } from "@wattle/exchange-core/decimal";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import {
  cleanTypedAmount,
  displayAmount,
  parseAmount,
  precisionOf,
  type Amount,
  type Currency,
} from "@wattle/exchange-core";
import { ungrouped } from "../ui/ungroup-field.ts";

/** Text of an amount field and its meaning. */
export interface AmountEntry {
  /** The field's text: as typed while the field has the focus, formatted for people otherwise. */
  readonly text: string;
  /** The amount in smallest units; undefined while the field is empty or not plainly a number. */
  readonly amount: Amount | undefined;
  /** Why the text is not an amount, worded for the field. An empty field has no problem. */
  readonly problem: string | undefined;
}

export const EMPTY_ENTRY: AmountEntry = { text: "", amount: undefined, problem: undefined };

/** Longer texts are kept as they are, but no one's amount is this long: they are not even looked at. */
const LONGEST_READ = 400;

/** Signs of currencies: `$` at home, `A$`, `US$` or `AU$` elsewhere. */
const SIGN_LOCALES = ["en-US", "en-CA", "de"];
const signs = new Map<string, readonly string[]>();

/** The signs and the code that people write a currency with, the longest first. */
function signsOf({ code, kind }: Currency): readonly string[] {
  const known = signs.get(code);
  if (known !== undefined) return known;
  const found = new Set([code]);
  // Three letters are what the language data know a currency by.
  for (const locale of kind === "fiat" && /^[A-Z]{3}$/.test(code) ? SIGN_LOCALES : []) {
    for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency: code, currencyDisplay });
      for (const { type, value } of format.formatToParts(0)) if (type === "currency") found.add(value);
    }
  }
  const longestFirst = [...found].toSorted((one, other) => other.length - one.length);
  signs.set(code, longestFirst);
  return longestFirst;
}

/** Thousands apart by spaces of any width, as SI and many banks write them. */
const GROUPED_BY_SPACES = /^\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:\.\d*)?$/;

/** The text without the currency's own sign or code and without spaces between correct groups of thousands. */
function withoutDress(text: string, currency: Currency): string {
  const { code } = currency;
  const trimmed = text.trim();
  const sign = signsOf(currency).find((each) => trimmed.toUpperCase().startsWith(each));
  const bare = sign === undefined ? trimmed : trimmed.slice(sign.length).trimStart();
  const number =
    sign !== code && bare.toUpperCase().endsWith(code) ? bare.slice(0, -code.length).trimEnd() : bare;
  // A single sign is on its way to becoming an amount: what is typed stays.
  if (number === "") return text;
  return GROUPED_BY_SPACES.test(number) ? number.replaceAll(/\s/g, "") : number;
}

/**
 * Reads what was typed or pasted into the amount field of `currency`.
 *
 * A leading point gets its zero; correct grouping by commas or spaces and the currency's own code or sign go
 * (`A$ 1 000`, `$1,000`, `1,000.00 AUD`); a comma that cannot part thousands is the point (`0,05`). Anything that could mean two things stays as it is and is a problem. Nothing is
 * rounded and no text is lost.
 */
export function readEntry(raw: string, currency: Currency): AmountEntry {
  if (raw.length > LONGEST_READ) return { text: raw, amount: undefined, problem: AMOUNT_TEXTS.too_large };
  const number = withoutDress(raw, currency);
  const cleaned = cleanTypedAmount(number, []);
  if (cleaned.ok && cleaned.text === "") return EMPTY_ENTRY;
  const plain = cleaned.ok ? cleaned.text.replace(/\.$/, "") : number.trim();
  const parsed = parseAmount(plain, currency);
  // A decimal comma stays while it is typed: with the next digit it may part thousands (1,50 and 1,500).
  const isOwnText = !cleaned.ok || (cleaned.text.includes(".") && !raw.includes("."));
  const text = isOwnText ? raw : cleaned.text;
  return parsed.ok
    ? { text, amount: parsed.amount, problem: undefined }
    : { text, amount: undefined, problem: AMOUNT_TEXTS[parsed.problem] };
}

/** An entry that shows `amount` formatted for people. */
export function entryOf(amount: Amount, currency: Currency): AmountEntry {
  return { text: displayAmount(amount, currency), amount, problem: undefined };
}

/** The entry as it is edited: without grouping. */
export function editable(entry: AmountEntry): AmountEntry {
  return entry.amount === undefined ? entry : { ...entry, text: ungrouped(entry.text) };
}

/** The entry as it is shown once the field is left: an amount is formatted, any other text stays. */
export function formatted(entry: AmountEntry, currency: Currency): AmountEntry {
  return entry.amount === undefined ? entry : { ...entry, text: displayAmount(entry.amount, currency) };
}

/**
 * The amount one arrow-key step away: 1e-8 of the unit for crypto currencies; fiat has two decimals, so there one
 * step is a cent. Never below zero.
 */
export function stepped(entry: AmountEntry, direction: 1 | -1, currency: Currency): AmountEntry {
  if (entry.problem !== undefined) return entry;
  const units = (entry.amount ?? 0n) + BigInt(direction);
  const read = readEntry(decimalText(units < 0n ? 0n : units, precisionOf(currency)), currency);
  return read.problem === undefined ? read : entry;
}
