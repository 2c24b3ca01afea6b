import { precisionOf, type Currency } from "./currency.ts";
import { decimalText } from "./decimal.ts";

declare const brand: unique symbol;

/**
 * An amount of money in the currency's smallest units (fiat 10^-2, crypto 10^-8), within 64 bits signed.
 * The brand carries the currency, so that amounts of two currencies cannot be added or compared by mistake.
 * `Amount` without a parameter is an amount whose currency is known at run time only: nothing is checked for it.
 */
export type Amount<C extends string = string> = bigint & { readonly [brand]: C };

/** Why a text is not an amount. */
export type AmountProblem = "empty" | "malformed" | "too_many_decimals" | "negative" | "too_large";

/** Result of `parseAmount`. */
export type ParsedAmount<C extends string = string> =
  | { readonly ok: true; readonly amount: Amount<C> }
  | { readonly ok: false; readonly problem: AmountProblem };

/** Result of `cleanTypedAmount`. */
export type CleanedText = { readonly ok: true; readonly text: string } | { readonly ok: false };

const MAX_UNITS = 2n ** 63n - 1n;
const MIN_UNITS = -(2n ** 63n);
const MAX_WHOLE_DIGITS = 19;
const MAX_EXPANDED_LENGTH = 60;
const MAX_EXPONENT_DIGITS = 9;

const PLAIN_DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const JSON_NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?)([0-9]+))?$/;
const TYPED_PLAIN = /^0*([0-9]*)(\.[0-9]*)?$/;
const TYPED_GROUPED = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?$/;
/** Some keypads have no point. Three digits behind are decimals only after a zero, because thousands never begin with one. */
const TYPED_DECIMAL_COMMA = /^(?:0*,[0-9]{0,8}|[0-9]+,(?![0-9]{3}$)[0-9]{0,8})$/;

function amountInRange<C extends string>(units: bigint): Amount<C> {
  if (units > MAX_UNITS || units < MIN_UNITS) {
    throw new RangeError(`${units} smallest units do not fit in 64 bits`);
  }
  return units as Amount<C>;
}

/**
 * Brands smallest units as an amount of `currency`.
 *
 * @throws RangeError outside the 64-bit signed range.
 */
export function toAmount<C extends string>(units: bigint, currency: Currency<C>): Amount<C> {
  if (units > MAX_UNITS || units < MIN_UNITS) {
    throw new RangeError(`${units} smallest units of ${currency.code} do not fit in 64 bits`);
  }
  return units as Amount<C>;
}

/**
 * Reads a decimal text as an amount, exactly. The grammar is `0` or digits without a leading zero, then optionally
 * a point and at least one digit; ASCII only, no sign, space, comma or exponent. Nothing is rounded: more decimals
 * than the currency has (even zeros) is a problem. Zero is an amount; whether zero is allowed is the limits' matter.
 *
 * If there are several problems, the first of `empty`, `malformed`, `negative`, `too_many_decimals`, `too_large` is
 * reported; `negative` is a minus sign before an otherwise well-formed number, `-0` included.
 */
export function parseAmount<C extends string>(text: string, currency: Currency<C>): ParsedAmount<C> {
  if (text === "") return { ok: false, problem: "empty" };
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return { ok: false, problem: "malformed" };
  const [, sign, whole = "", fraction = ""] = match;
  if (sign === "-") return { ok: false, problem: "negative" };
  const precision = precisionOf(currency);
  if (fraction.length > precision) return { ok: false, problem: "too_many_decimals" };
  // Counting digits first keeps a text of any length from becoming a bigint of that length.
  if (whole.length > MAX_WHOLE_DIGITS) return { ok: false, problem: "too_large" };
  const units = BigInt(whole + fraction.padEnd(precision, "0"));
  if (units > MAX_UNITS) return { ok: false, problem: "too_large" };
  return { ok: true, amount: units as Amount<C> };
}

/** The amount as a plain decimal at the currency's full precision: `0.02500000`, `1500.00`, `-0.05`. */
export function formatAmount<C extends string>(amount: Amount<C>, currency: Currency<NoInfer<C>>): string {
  return decimalText(amount, precisionOf(currency));
}

/** a + b. @throws RangeError outside the 64-bit signed range. */
export function addAmounts<C extends string>(a: Amount<C>, b: Amount<NoInfer<C>>): Amount<C> {
  return amountInRange(a + b);
}

/** a − b, which may be negative. @throws RangeError outside the 64-bit signed range. */
export function subtractAmounts<C extends string>(a: Amount<C>, b: Amount<NoInfer<C>>): Amount<C> {
  return amountInRange(a - b);
}

/** −1 when a < b, 0 when equal, 1 when a > b. */
export function compareAmounts<C extends string>(a: Amount<C>, b: Amount<NoInfer<C>>): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The smaller of two amounts. */
export function minAmount<C extends string>(a: Amount<C>, b: Amount<NoInfer<C>>): Amount<C> {
  return a < b ? a : b;
}

/**
 * The plain decimal a JSON number literal (RFC 8259) stands for, exactly, from its source text: `1e-8` is
 * `0.00000001`, `2.5E3` is `2500`. The point moves, digits stay as written (`1.50` stays `1.50`). A double is never
 * involved. Undefined if the text is not a JSON number, or if the plain decimal has more than 60 characters.
 */
export function decimalTextOfJsonNumber(source: string): string | undefined {
  const match = JSON_NUMBER.exec(source);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentSign = "", exponentDigits = ""] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const magnitude = exponentDigits.replace(/^0+/, "");
  // An exponent this long leaves only zero within 60 characters; reading it would lose exactness.
  if (magnitude.length > MAX_EXPONENT_DIGITS) {
    return digits === "" && exponentSign !== "-" ? `${sign}0` : undefined;
  }
  const exponent = magnitude === "" ? 0 : Number.parseInt(exponentSign + magnitude, 10);
  const decimals = fraction.length - exponent;
  if (digits === "" && decimals <= 0) return `${sign}0`;
  if (digits.length - decimals > MAX_EXPANDED_LENGTH || decimals > MAX_EXPANDED_LENGTH) return undefined;
  const expanded = decimals <= 0 ? digits + "0".repeat(-decimals) : decimalText(BigInt(digits), decimals);
  return sign.length + expanded.length > MAX_EXPANDED_LENGTH ? undefined : sign + expanded;
}

/**
 * Cleans typed or pasted text for an amount field; `ok: false` if the text is not plainly one number.
 *
 * Accepted in addition to the grammar of `parseAmount`: surrounding white space, one currency code before or after the number
 * (one of `accepted`), en-AU thousands commas in correct groups, a leading point
 * (gets its zero), a trailing point (kept: the next digit is on its way), leading zeros (dropped), and nothing at all.
 * A single comma is the decimal point if it cannot part thousands: `0,05` and `1,5`, but not `1,000`.
 * Refused because it may mean something else: `1.234,5`, `1234,567`, `1e5`, signs, any other character.
 * The text is not measured against a currency's decimals or any limit: that is `parseAmount`'s work.
 */
export function cleanTypedAmount(raw: string, accepted: readonly Pick<Currency, "code">[]): CleanedText {
  const text = raw.trim();
  if (text === "") return { ok: true, text: "" };
  const number = withoutCode(text, accepted);
  const plain = TYPED_GROUPED.test(number)
    ? number.replaceAll(",", "")
    : TYPED_DECIMAL_COMMA.test(number)
      ? number.replace(",", ".")
      : number;
  const match = TYPED_PLAIN.exec(plain);
  if (plain === "" || match === null) return { ok: false };
  const [, whole = "", rest = ""] = match;
  return { ok: true, text: (whole === "" ? "0" : whole) + rest };
}

function withoutCode(text: string, accepted: readonly Pick<Currency, "code">[]): string {
  for (const { code } of accepted) {
    if (text.slice(0, code.length).toUpperCase() === code) return text.slice(code.length).trimStart();
    if (text.slice(-code.length).toUpperCase() === code) return text.slice(0, -code.length).trimEnd();
  }
  return text;
}
