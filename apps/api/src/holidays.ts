/** National holidays of the countries whose days an installation may have, as a table. */
import { addDays, dayAt, utcDay } from "@wattle/contracts/days";

/** A day of each year: `01-26`, days after Easter Sunday, or the nth weekday of a month (Sunday is 0). */
type Holiday =
  | string
  | { readonly easter: number }
  | { readonly nth: number; readonly weekday: number; readonly month: number };

interface Calendar {
  readonly days: readonly Holiday[];
  /** Whether one on a weekend moves to the next business day. */
  readonly moves: boolean;
}

const EASTER = [{ easter: -2 }, { easter: 1 }] as const;
const CALENDARS: Readonly<Record<string, Calendar>> = {
  Australia: { days: ["01-01", "01-26", ...EASTER, "04-25", "12-25", "12-26"], moves: true },
  "Pacific/Auckland": {
    days: [
      "01-01",
      "01-02",
      "02-06",
      ...EASTER,
      "04-25",
      { nth: 1, weekday: 1, month: 6 },
      { nth: 4, weekday: 1, month: 10 },
      "12-25",
      "12-26",
    ],
    moves: true,
  },
  "Africa/Lagos": { days: ["01-01", ...EASTER, "05-01", "06-12", "10-01", "12-25", "12-26"], moves: false },
};

/** Easter Sunday of a year (the anonymous Gregorian algorithm). */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const i = Math.floor((a + 11 * h) / 319);
  const l = (2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) - h + i + 32) % 7;
  const month = Math.floor((h - i + l + 90) / 25);
  return utcDay(Date.UTC(year, month - 1, (h - i + l + month + 19) % 32));
}

const weekdayOf = (day: string): number => new Date(dayAt(day)).getUTCDay();

/** Whether a local day, `2026-11-22`, is a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day));

function dayOf(holiday: Holiday, year: number): string {
  if (typeof holiday === "string") return `${year}-${holiday}`;
  if ("easter" in holiday) return addDays(easterOf(year), holiday.easter);
  const { nth, weekday, month } = holiday;
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

/** Holidays of a year, those on a weekend moved behind it. */
function holidaysOf({ days, moves }: Calendar, year: number): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const holiday of days) {
    let day = dayOf(holiday, year);
    while (moves && (isWeekend(day) || taken.has(day))) day = addDays(day, 1);
    taken.add(day);
  }
  return taken;
}

/** Whether no one works on a local day: a weekend, or a national holiday of the time zone's country. */
export function isDayOff(day: string, timeZone: string): boolean {
  const calendar = CALENDARS[timeZone] ?? CALENDARS[timeZone.split("/")[0] ?? ""];
  const year = Number.parseInt(day.slice(0, 4), 10);
  return isWeekend(day) || (calendar !== undefined && holidaysOf(calendar, year).has(day));
}
