/** On which days a recurring buy is made. Free of zod, so that screens can show the days before anything is sent. */
import { displayMoment, displayTime } from "@wattle/exchange-core/display";

export const FREQUENCIES = ["weekly", "fortnightly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Buys are made from this hour of their day on, local time of the installation. */
export const RUN_HOUR = 9;
const RUN_TIME = `${String(RUN_HOUR).padStart(2, "0")}:00:00`;

const DAY_MILLISECONDS = 86_400_000;
const LENGTH_IN_DAYS = { weekly: 7, fortnightly: 14 } as const;

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MILLISECONDS;
const dayOf = (number: number): string => new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** Whether a text is a day of the calendar, `2026-11-23`. */
export function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const number = numberOf(text);
  return Number.isInteger(number) && dayOf(number) === text;
}

/** @param days may be below zero */
export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days);

/** The day so many months later; the month's last one where it has no such day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  const kept = Math.min(date, lastOfMonth.getUTCDate());
  return `${lastOfMonth.toISOString().slice(0, 8)}${String(kept).padStart(2, "0")}`;
}

function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

/**
 * The first day of a plan that is later than `after`. Days are counted from the first one, so that a monthly plan that began on
 * the 31st comes back to the 31st after a shorter month.
 * @param firstOn the plan's first day; it is answered itself where it is later than `after`
 */
export function nextDay(frequency: Frequency, firstOn: string, after: string): string {
  if (firstOn > after) return firstOn;
  if (frequency === "monthly") {
    const months = monthsBetween(firstOn, after);
    const inThisMonth = addMonths(firstOn, months);
    return inThisMonth > after ? inThisMonth : addMonths(firstOn, months + 1);
  }
  const length = LENGTH_IN_DAYS[frequency];
  const passed = Math.floor((numberOf(after) - numberOf(firstOn)) / length);
  return addDays(firstOn, (passed + 1) * length);
}

/** The local day of a moment. @param epochMs milliseconds since 1970 */
export const localDay = (epochMs: number, timeZone: string): string =>
  displayTime(epochMs, timeZone).slice(0, 10).replaceAll("/", "-");

/**
 * The day whose buys are due now: today from {@link RUN_HOUR} on, before that yesterday. A buy of an earlier day is more than
 * 24 hours late.
 */
export function runDay(epochMs: number, timeZone: string): string {
  const today = localDay(epochMs, timeZone);
  // `09:30:00` follows `09:00:00` as text, too.
  const isDue = displayTime(epochMs, timeZone).slice(11) >= RUN_TIME;
  return isDue ? today : addDays(today, -1);
}

/** `23 Nov 2026` */
export const dayText = (day: string): string =>
  displayMoment(Date.parse(`${day}T00:00:00Z`), "UTC").replace(/,.*/, "");
