/** Days as texts, `2026-11-22`, which sort as they follow each other. Free of zod, so that screens can use them. */
import { displayMoment, displayTime } from "@wattle/exchange-core/display";

const HOUR_MILLISECONDS = 3_600_000;
export const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** No place is further away from UTC. */
const FARTHEST = 16 * HOUR_MILLISECONDS;

/** A day's midnight in UTC, milliseconds since 1970; NaN for a text that is no day. */
export const dayAt = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day of a moment in UTC. @param at milliseconds since 1970 */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Whether a text is a day of the calendar. */
export function isDay(text: unknown): text is string {
  if (typeof text !== "string" || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const at = dayAt(text);
  return !Number.isNaN(at) && utcDay(at) === text;
}

/** @param days may be below zero */
export const addDays = (day: string, days: number): string => utcDay(dayAt(day) + days * DAY_MILLISECONDS);

/** The day so many months later; the month's last one if it has no such day. @param months may be below zero */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  const kept = Math.min(date, lastOfMonth.getUTCDate());
  return `${lastOfMonth.toISOString().slice(0, 8)}${String(kept).padStart(2, "0")}`;
}

/** How many days later `to` is. */
export const daysBetween = (from: string, to: string): number => (dayAt(to) - dayAt(from)) / DAY_MILLISECONDS;

/** The local day of a moment. @param timeZone such as `Australia/Sydney` */
export const localDay = (epochMilliseconds: bigint | number, timeZone: string): string =>
  displayTime(Number(epochMilliseconds), timeZone).slice(0, 10).replaceAll("/", "-");

/** When a local day begins, milliseconds since 1970: not always at midnight, which a change to summer time can leave out. */
export function startOfDay(day: string, timeZone: string): bigint {
  let [before, after] = [dayAt(day) - FARTHEST, dayAt(day) + FARTHEST];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return BigInt(after);
}

/** `23 Nov 2026` */
export const dayText = (day: string): string => dateText(dayAt(day), "UTC");

/** The day of a moment as `23 Nov 2026`, in an IANA time zone, or if none is given in the zone of the machine. */
export const dateText = (at: number, timeZone?: string): string =>
  displayMoment(at, timeZone).replace(/,.*/, "");
