/** Days and the times under a line; a moment is exchange-core's `displayMoment`. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";

const made = new Map<string, Intl.DateTimeFormat>();

/** Making one costs far more than using it. */
function format(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  const known = made.get(key) ?? new Intl.DateTimeFormat("en-AU", { ...options, timeZone });
  made.set(key, known);
  return known;
}

/** No-break spaces of newer browsers become plain ones, so that every browser shows the same. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, " ");

/** A time under a line that is `span` milliseconds long: as exact as the line needs. */
export function tickText(at: number, span: number, timeZone?: string): string {
  if (span < 2 * DAY_MILLISECONDS) {
    return plain(format({ hour: "numeric", minute: "2-digit", hour12: true }, timeZone).format(at));
  }
  if (span < 300 * DAY_MILLISECONDS) {
    return plain(format({ day: "numeric", month: "short" }, timeZone).format(at));
  }
  return plain(format({ month: "short", year: "numeric" }, timeZone).format(at));
}

/** `21 Nov`, where the year is said elsewhere. */
export const shortDayText = (at: number, timeZone?: string): string =>
  plain(format({ day: "numeric", month: "short" }, timeZone).format(at));

/** `November 2026`. */
export const monthText = (at: number, timeZone?: string): string =>
  plain(format({ month: "long", year: "numeric" }, timeZone).format(at));
