import { decimalMarkOf, readUnits } from "./amounts.ts";
import { readDay } from "./days.ts";
import { refuse, type Read } from "./read.ts";
import {
  addRefusal,
  BrokenStatement,
  requireAccount,
  requireCurrency,
  type Refusal,
  type Statement,
  type StatementAccount,
  type StatementLine,
  type StatementSettings,
} from "./statement.ts";
import { cleanName, cleanText } from "./texts.ts";

/** `:61:…` with what follows it, and the line it begins on. */
interface Field {
  readonly tag: string;
  readonly line: number;
  value: string;
}

/** A field's text goes on in the lines that begin with no tag. The envelope of SWIFT, and a bank's lines in front, are left out. */
function fieldsOf(content: string): Field[] {
  const fields: Field[] = [];
  for (const [index, raw] of content
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const text = raw.replace(/^(?:\{\d:[^{}]*\})*\{4:/, "");
    const match = /^:(\d\d[A-Z]?):(.*)$/.exec(text);
    if (match !== null) fields.push({ tag: match[1] ?? "", line: index + 1, value: match[2] ?? "" });
    else if (text === "" || /^(-\}?|\{.*)$/.test(text)) continue;
    else {
      const last = fields.at(-1);
      if (last !== undefined) last.value += `\n${text}`;
    }
  }
  return fields;
}

/** The standard has a comma before the cents; some banks write a point. */
const amountUnits = (text: string, currency: string): Read<bigint> =>
  readUnits(text, { currency, decimal: decimalMarkOf(text) ?? "," });

/** `000000/12345678AUD` @throws BrokenStatement for another account or currency */
function checkAccount({ line, value }: Field, account: StatementAccount): void {
  const written = value.split("\n")[0]?.trim() ?? "";
  const [, number = written, currency = ""] = /^(.*\d)[ /]*([A-Z]{3})$/.exec(written) ?? [];
  requireCurrency(currency, account, line);
  requireAccount(number, account, line);
}

interface Balance {
  readonly currency: string;
  readonly units: bigint;
}

/** `C261121AUD1234,50` @throws BrokenStatement */
function balanceOf({ line, value }: Field): Balance {
  const [, mark, currency = "", text = ""] = /^([CD])\d{6}([A-Z]{3}) *([\d.,]+)/.exec(value) ?? [];
  const units = amountUnits(text, currency);
  if (mark === undefined || !units.ok) throw new BrokenStatement(line, "This balance cannot be read");
  return { currency, units: mark === "D" ? -units.value : units.value };
}

const MOVEMENT =
  /^(\d{2})(\d{2})(\d{2})(?: {4}|(\d{2})(\d{2}))?([RE]?[CD])([A-Z])? *([\d.,]+)[A-Z][A-Z0-9]{3}([^\n]*)(?:\n([\s\S]*))?$/;

/** The day a line was booked: its own, without a year, next to the value date's. */
function bookedOn(year: string, month: string, day: string, ownMonth = month, ownDay = day): Read<string> {
  // Around New Year the two can be of different years.
  const shift = month === "12" && ownMonth === "01" ? 1 : month === "01" && ownMonth === "12" ? -1 : 0;
  return readDay(`${2000 + Number.parseInt(year, 10) + shift}-${ownMonth}-${ownDay}`, { timeZone: "UTC" });
}

/** Reads the field 86: in numbered parts (`?20`), in named ones (`/REMI/`), or as it is. */
function wordsOf(value: string): { readonly text: string; readonly payer: string } {
  const flat = value.replaceAll("\n", "");
  const numbered = [...flat.matchAll(/\?(\d\d)([^?]*)/g)];
  if (numbered.length > 0) {
    const part = (from: string, to: string): string =>
      numbered
        .filter(([, number = ""]) => number >= from && number <= to)
        .map(([, , text]) => text)
        .join("");
    return { text: cleanText(part("20", "29") + part("60", "63")), payer: cleanName(part("32", "33")) };
  }
  const named = (name: string): string =>
    new RegExp(`/${name}/+([\\s\\S]*?)(?=/[A-Z]{3,4}/|$)`).exec(flat)?.[1] ?? "";
  const [remittance, name] = [named("REMI"), named("NAME")];
  if (remittance !== "" || name !== "")
    return { text: cleanText(remittance || flat), payer: cleanName(name) };
  return { text: cleanText(value), payer: "" };
}

function movementOf(field: Field, words: Field | undefined, currency: string): Read<StatementLine> {
  const match = MOVEMENT.exec(field.value);
  if (match === null) return refuse("This line cannot be read");
  const [
    ,
    year = "",
    month = "",
    day = "",
    ownMonth,
    ownDay,
    mark = "",
    ,
    text = "",
    reference = "",
    more = "",
  ] = match;
  const [date, units] = [bookedOn(year, month, day, ownMonth, ownDay), amountUnits(text, currency)];
  if (mark.startsWith("E")) return refuse(`It isn't booked: its mark is ${mark}`);
  if (!date.ok) return date;
  if (!units.ok) return units;
  // RC takes a credit back, RD a debit.
  const isOut = mark === "D" || mark === "RC";
  const said = words === undefined ? { text: "", payer: "" } : wordsOf(words.value);
  const own = [reference.replace(/^NONREF/, ""), more].filter(Boolean).join(" ");
  return {
    ok: true,
    value: {
      line: field.line,
      bookedOn: date.value,
      amount: isOut ? -units.value : units.value,
      text: said.text || cleanText(own),
      payer: said.payer,
      balance: null,
    },
  };
}

/** Reads MT940 statements. @throws BrokenStatement */
export function readMt940(content: string, { account }: StatementSettings): Statement {
  const fields = fieldsOf(content);
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  let opening: { readonly line: number; readonly units: bigint } | null = null;
  let closing: bigint | null = null;
  let sum = 0n;
  let isStatement = false;
  for (const [index, field] of fields.entries()) {
    if (/^25P?$/.test(field.tag)) checkAccount(field, account);
    else if (/^60[FM]$/.test(field.tag)) {
      if (opening !== null)
        throw new BrokenStatement(field.line, "The statement before has no closing balance");
      const { currency, units } = balanceOf(field);
      requireCurrency(currency, account, field.line);
      [opening, sum, isStatement] = [{ line: field.line, units }, 0n, true];
    } else if (field.tag === "61") {
      const next = fields[index + 1];
      const read = movementOf(field, next?.tag === "86" ? next : undefined, account.currency);
      if (!read.ok) addRefusal(refused, { line: field.line, reason: read.reason });
      else {
        sum += read.value.amount;
        if (read.value.amount !== 0n) lines.push(read.value);
      }
    } else if (/^62[FM]$/.test(field.tag)) {
      const { currency, units } = balanceOf(field);
      requireCurrency(currency, account, field.line);
      if (opening !== null && refused.length === 0 && opening.units + sum !== units)
        throw new BrokenStatement(field.line, "The balance does not add up here");
      [opening, closing] = [null, units];
    }
  }
  const last = fields.at(-1)?.line ?? 1;
  if (!isStatement)
    throw new BrokenStatement(
      1,
      fields.some(({ tag }) => tag === "34F")
        ? "This is an intraday report (MT942) without balances: export MT940"
        : "This is no MT940",
    );
  if (opening !== null) throw new BrokenStatement(last, "The file ends before the closing balance");
  return { lines, refused, closing };
}
