const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/;

/**
 * Reads a date as people type it: the year first, or the day first as it is written in the countries that are served.
 * @returns `YYYY-MM-DD`; undefined for what is no date of the calendar
 */
export function isoDate(text: string): string | undefined {
  const trimmed = text.trim();
  const [, year, , month, day] = YEAR_FIRST.exec(trimmed) ?? [];
  const [, ownDay, , ownMonth, ownYear] = DAY_FIRST.exec(trimmed) ?? [];
  const parts = [year ?? ownYear, month ?? ownMonth, day ?? ownDay];
  if (parts.includes(undefined)) return undefined;
  const date = parts.map((part) => part?.padStart(2, "0")).join("-");
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? date : undefined;
}
