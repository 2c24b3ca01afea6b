import { addDays, localDay } from "@wattle/contracts/days";
import { displayTime } from "@wattle/exchange-core/display";
import { isWeekend } from "../holidays.ts";

/** The time that a clock shows, as if it were UTC's. */
const clockAt = (at: number, timeZone: string): number =>
  Date.parse(`${displayTime(at, timeZone).replaceAll("/", "-").replace(" ", "T")}Z`);

/** A clock's time on a local day, milliseconds since 1970. */
function momentOn(day: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The second look is for a day on which the clocks change.
  const near = wanted - (clockAt(wanted, timeZone) - wanted);
  return near - (clockAt(near, timeZone) - wanted);
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
