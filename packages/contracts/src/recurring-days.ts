/** On which days a recurring buy is made. Free of zod, so that screens can show the days before anything is sent. */
import { displayTime } from "@wattle/exchange-core/display";
import { addDays, addMonths, daysBetween, localDay } from "./days.ts";

export const FREQUENCIES = ["weekly", "fortnightly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Buys are made from this hour of their day on, local time of the installation. */
export const RUN_HOUR = 9;
const RUN_TIME = `${String(RUN_HOUR).padStart(2, "0")}:00:00`;

const LENGTH_IN_DAYS = { weekly: 7, fortnightly: 14 } as const;

function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

/**
 * The first day of a plan that is later than `after`. Days are counted from the first one, so that a monthly plan that began on
 * the 31st comes back to the 31st after a shorter month.
 * @param firstOn the plan's first day; it is answered itself if it is later than `after`
 */
export function nextRunDay(frequency: Frequency, firstOn: string, after: string): string {
  if (firstOn > after) return firstOn;
  if (frequency === "monthly") {
    const months = monthsBetween(firstOn, after);
    const inThisMonth = addMonths(firstOn, months);
    return inThisMonth > after ? inThisMonth : addMonths(firstOn, months + 1);
  }
  const length = LENGTH_IN_DAYS[frequency];
  const passed = Math.floor(daysBetween(firstOn, after) / length);
  return addDays(firstOn, (passed + 1) * length);
}

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
