import { isoTime } from "../clock.ts";

/** Times in mails are Sydney's. */
const FORMAT = new Intl.DateTimeFormat("en-AU", {
  timeZone: "Australia/Sydney",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/**
 * `21 Nov 2026, 8:42 am, Sydney time`
 * @param epochMs milliseconds since 1970
 */
export function mailTime(epochMs: bigint): string {
  // Which space Intl sets before "am" depends on its version.
  return `${FORMAT.format(new Date(isoTime(epochMs))).replaceAll(/\s/gu, " ")}, Sydney time`;
}
