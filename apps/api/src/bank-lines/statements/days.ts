/** Days as banks write them. */
import { addDays, isDay, localDay } from "@wattle/contracts/days";
import type { DateOrder } from "@wattle/contracts/bank-lines";
import { refuse, type Read } from "./read.ts";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
/** The month's figure for at least three of its letters; 0 if it is none. */
const monthOf = (name: string): number =>
  name.length < 3
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().replace("sept", "sep"))) + 1;

const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

/** Day and month in figures, with the year behind: either can be first. */
const OPEN = /^(\d{1,2})([/. -])(\d{1,2})\2(\d{4}|\d{2})$/;
/** `y`, `m` and `d` are the year, month and day; `n` is the month's name. */
const WRITTEN: readonly RegExp[] = [
  /^(?<y>\d{4})([-/. ]?)(?<m>\d{2})\2(?<d>\d{2})$/,
  /^(?<y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})$/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?<n>[a-z]+)[-/., ]*(?<y>\d{4}|\d{2})$/i,
  /^(?<n>[a-z]+)[-/., ]*(?<d>\d{1,2})(?:st|nd|rd|th)?[-/., ]+(?<y>\d{4})$/i,
  /^(?<y>\d{4})[-/., ]*(?<n>[a-z]+)[-/., ]*(?<d>\d{1,2})$/i,
];

/** Hours that a zone is before UTC, of those whose names banks here write. */
const ZONES: Readonly<Record<string, string>> = {
  Z: "Z",
  UTC: "Z",
  GMT: "Z",
  WAT: "+01:00",
  AWST: "+08:00",
  ACST: "+09:30",
  AEST: "+10:00",
  ACDT: "+10:30",
  AEDT: "+11:00",
  NZST: "+12:00",
  NZDT: "+13:00",
};
/** The zone that a column's name says: `Date (UTC)`. */
export const ZONE_IN_NAME = new RegExp(
  String.raw`[\s([_-]+(${Object.keys(ZONES).slice(1).join("|")})[)\]]?$`,
  "i",
);
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[,. ]\s*/i;
const TIME =
  /(?:[T,]|\s)\s*(?<h>\d{1,2})[:.](?<min>\d{2})(?:[:.](?<s>\d{2})(?:[.,]\d+)?)?\s*(?<half>[ap])?\.?(?:m\.?)?\s*(?<zone>[A-Z]{1,4}|[+-]\d{2}(?::?\d{2})?)?$/i;

/** A written day without its weekday, and its time of day if it has one. */
function splitTime(written: string) {
  const text = written.trim().replaceAll(/\s+/g, " ").replace(WEEKDAY, "");
  const time = TIME.exec(text);
  const day = time === null ? text : text.slice(0, time.index);
  return { day: day.replace(/,$/, "").trim(), time: time?.groups };
}

/** The order that a day proves which is all in figures, with the year behind: `20/11/2026` has the day first. */
export function dateOrderOf(written: string): DateOrder | "open" | undefined {
  const [, first, , second] = OPEN.exec(splitTime(written).day) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [isFirstDay, isSecondDay] = [first, second].map((part) => Number.parseInt(part, 10) > 12);
  if (isFirstDay === isSecondDay) return first === second ? undefined : "open";
  return isFirstDay === true ? "day_first" : "month_first";
}

/** Days after which a file's newest line is not looked for. */
const RECENT = 366;

/**
 * Whether a year of two digits could be in front instead, since the day would be of the last year then and is of long ago now: `26-11-20`.
 */
export function isYearOpen(written: string, today: string): boolean {
  const [, first = "", , second = "", last = ""] = OPEN.exec(splitTime(written).day) ?? [];
  if (last.length !== 2 || first.length !== 2) return false;
  const [behind, front] = [`20${last}`, `20${first}-${second.padStart(2, "0")}-${last}`];
  const oldest = addDays(today, -RECENT);
  return (
    isDay(front) &&
    front >= addDays(oldest, -RECENT) &&
    front <= addDays(today, 1) &&
    `${behind}-12-31` < oldest
  );
}

function isoDay(text: string, order: DateOrder): string | undefined {
  const open = OPEN.exec(text);
  if (open !== null) {
    const [, first = "", , second = "", year = ""] = open;
    const [month, day] = order === "month_first" ? [first, second] : [second, first];
    return `${fullYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  for (const pattern of WRITTEN) {
    const { y = "", m, n = "", d = "" } = pattern.exec(text)?.groups ?? {};
    const month = m === undefined ? monthOf(n) : Number.parseInt(m, 10);
    if (y !== "" && (m !== undefined || month > 0))
      return `${fullYear(y)}-${String(month).padStart(2, "0")}-${d.padStart(2, "0")}`;
  }
  return undefined;
}

interface DaySettings {
  /** First part of a date that is all in figures with the year at the end. */
  readonly order?: DateOrder | undefined;
  /** Moments with a zone are of their day here. */
  readonly timeZone: string;
  /** The zone of times that name none, if it isn't this one. */
  readonly zone?: string | undefined;
}

/** Reads a day or a moment: `22/11/2026`, `2026-11-22`, `20261122`, `22 Nov 2026`, `Nov 22, 2026`, `2026-11-22T10:00:00Z`. */
export function readDay(
  written: string,
  { order = "day_first", timeZone, zone: usual }: DaySettings,
): Read<string> {
  const { day: text, time } = splitTime(written);
  const iso = isoDay(text, order);
  if (iso === undefined) return refuse("This is no date");
  if (!isDay(iso) || iso < "1990") return refuse("There is no such day");
  const { h, min, s = "00", half, zone = usual } = time ?? {};
  if (h === undefined || min === undefined || zone === undefined) return { ok: true, value: iso };
  const offset =
    ZONES[zone.toUpperCase()] ?? zone.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, a, b = "00") => `${a}:${b}`);
  const hours =
    (Number.parseInt(h, 10) % (half === undefined ? 25 : 12)) + (half?.toLowerCase() === "p" ? 12 : 0);
  const moment = Date.parse(`${iso}T${String(hours).padStart(2, "0")}:${min}:${s}${offset}`);
  return Number.isNaN(moment) ? refuse("This is no date") : { ok: true, value: localDay(moment, timeZone) };
}
