import { isDay } from "@wattle/contracts/days";

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/;
const WITH_MONTH = /^(\d{1,2}) ([a-z]{3,9}) (\d{4})$/i;
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** `24 Nov 2026` with its month as a number: `2026-11-24`; any other text as it is. */
const numbered = (text: string): string =>
  text.replace(WITH_MONTH, (whole, day: string, name: string, year: string) => {
    const month = MONTHS.findIndex((each) => each.startsWith(name.toLowerCase())) + 1;
    return month === 0 ? whole : `${year}-${month}-${day}`;
  });

/**
 * Reads a date as people type it: the year first, or the day first as it is written in the countries that are served, or as
 * the product shows it.
 * @returns `YYYY-MM-DD`; undefined for what is no date of the calendar
 */
export function isoDate(text: string): string | undefined {
  const trimmed = numbered(text.trim());
  const [, year, , month, day] = YEAR_FIRST.exec(trimmed) ?? [];
  const [, ownDay, , ownMonth, ownYear] = DAY_FIRST.exec(trimmed) ?? [];
  const parts = [year ?? ownYear, month ?? ownMonth, day ?? ownDay];
  if (parts.includes(undefined)) return undefined;
  const date = parts.map((part) => part?.padStart(2, "0")).join("-");
  return isDay(date) ? date : undefined;
}

/** `1990-02-28` as `28/02/1990`; any other text as it is. */
export const dayFirstText = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$3/$2/$1");
