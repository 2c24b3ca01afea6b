/** Amounts, dates and texts as banks write them. */
import type { DateOrder } from "@wattle/contracts/bank-lines";
import { plainLineOf } from "@wattle/contracts/plain-text";

/** Why a text is no amount. */
export const AMOUNT_REFUSALS = {
  empty: "There is no amount",
  malformed: "This is no amount",
  decimals: "The amount has more than two decimals",
  large: "The amount is too large",
} as const;

/** What was read, or why not. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });

/** Digits, in groups of three or not; a point and more digits. */
const PLAIN = /^(\d+|\d{1,3}(?:[, ']\d{3})+)?(?:\.(\d*))?$/;
const MOST_DIGITS = 15;

/**
 * Reads an amount in hundredths: `1,234.50`, `-5`, `5.00-`, `(5.00)`, `$5.00 DR`, `5.00 CR`, `+5`.
 * @returns hundredths; below zero for a minus, brackets or DR, however many of them; refused where one mark says the opposite of
 *   another, as in `-5.00 CR`
 */
export function readUnits(written: string): Read<bigint> {
  let text = written.trim().replace(/\u2212/g, "-");
  if (text === "") return refuse(AMOUNT_REFUSALS.empty);
  // Two marks of one meaning are one: a debit of −5 is money that left, never money that came.
  const marks = new Set<"in" | "out">();
  const mark = /\s*(DR|CR|D|C)\.?$/i.exec(text);
  if (mark !== null) {
    marks.add(mark[1]?.toUpperCase().startsWith("D") === true ? "out" : "in");
    text = text.slice(0, mark.index);
  }
  const brackets = /^\((.*)\)$/.exec(text);
  if (brackets !== null) {
    marks.add("out");
    text = brackets[1] ?? "";
  }
  const sign = /^([+-])\s*(.*)$/.exec(text) ?? /^(?:[A-Z]{0,3}\$|[A-Z]{3})\s*([+-])(.*)$/.exec(text);
  if (sign !== null) {
    marks.add(sign[1] === "-" ? "out" : "in");
    text = sign[2] ?? "";
  } else if (/[+-]$/.test(text)) {
    marks.add(text.endsWith("-") ? "out" : "in");
    text = text.slice(0, -1).trim();
  }
  if (marks.size > 1) return refuse(AMOUNT_REFUSALS.malformed);
  const match = PLAIN.exec(text.replace(/^(?:[A-Z]{0,3}\$|[A-Z]{3})\s*/, ""));
  const [whole = "", fraction = ""] = [match?.[1]?.replaceAll(/[, ']/g, ""), match?.[2]];
  if (match === null || (whole === "" && fraction === "")) return refuse(AMOUNT_REFUSALS.malformed);
  if (fraction.length > 2) return refuse(AMOUNT_REFUSALS.decimals);
  if (whole.length > MOST_DIGITS) return refuse(AMOUNT_REFUSALS.large);
  const units = BigInt(whole + fraction.padEnd(2, "0"));
  return { ok: true, value: marks.has("out") ? -units : units };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WRITTEN: readonly (readonly [
  RegExp,
  /** Year, month and day. */
  (parts: readonly string[]) => readonly [string, string, string],
  /** Day and month may be the other way round. */
  true?,
])[] = [
  [/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/, ([, year = "", month = "", day = ""]) => [year, month, day]],
  [
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/,
    ([, day = "", month = "", year = ""]) => [year, month, day],
    true,
  ],
  [
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/,
    ([, day = "", month = "", year = ""]) => [`20${year}`, month, day],
    true,
  ],
  [
    /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{2}|\d{4})$/,
    ([, day = "", name = "", year = ""]) => [
      year.length === 2 ? `20${year}` : year,
      String(MONTHS.indexOf(name.toLowerCase()) + 1),
      day,
    ],
  ],
];

/**
 * Reads a day: `22/11/2026`, `2026-11-22`, `20261122`, `22 Nov 2026`.
 * @param order what comes first where all is figures and the year comes last
 */
export function readDay(written: string, order: DateOrder = "day_first"): Read<string> {
  const text = written.trim();
  for (const [pattern, partsOf, mayTurn] of WRITTEN) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [year, second, first] = partsOf(match);
    const [month, day] = mayTurn === true && order === "month_first" ? [first, second] : [second, first];
    const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const time = Date.parse(`${iso}T00:00:00Z`);
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
    return isDay && year >= "1990" ? { ok: true, value: iso } : refuse("There is no such day");
  }
  return refuse("This is no date");
}

const LONGEST_TEXT = 500;

/** A bank's text in one line, without what cannot be seen. */
export const cleanText = (written: string): string =>
  plainLineOf(written.replaceAll(/[\t\r\n]/g, " "))
    .normalize("NFC")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, LONGEST_TEXT);

/** A payer's name in one line; empty where there is none. */
export const cleanName = (written: string): string => cleanText(written).slice(0, 140);
