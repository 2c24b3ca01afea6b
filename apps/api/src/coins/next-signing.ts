import { addDays, localDay, startOfDay } from "@wattle/contracts/days";
import { displayTime } from "@wattle/exchange-core/display";
import { isWeekend } from "../queue-targets.ts";

const MINUTE = 60_000;

const minutesOf = (clockTime: string): number => {
  const [hours = 0, minutes = 0] = clockTime.split(":").map(Number);
  return hours * 60 + minutes;
};

/** A clock's time on a local day, milliseconds since 1970. The day may have begun with another offset from UTC. */
function momentOn(day: string, clockTime: string, timeZone: string): number {
  const minutes = minutesOf(clockTime);
  const at = Number(startOfDay(day, timeZone)) + minutes * MINUTE;
  return at + (minutes - minutesOf(displayTime(at, timeZone).slice(11, 16))) * MINUTE;
}

/**
 * When payouts of coins are signed next: at the first of the times on a business day that is still to come.
 * @param now milliseconds since 1970
 * @param times such as `10:00`, the earliest first
 */
export function nextSigning(now: number, times: readonly string[], timeZone: string): number {
  for (let day = localDay(now, timeZone); ; day = addDays(day, 1)) {
    const next = times.map((time) => momentOn(day, time, timeZone)).find((at) => at > now);
    if (next !== undefined && !isWeekend(day)) return next;
  }
}
