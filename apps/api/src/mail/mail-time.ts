import { isoTime } from "../clock.ts";
import { momentText } from "../moment-text.ts";

/**
 * `21 Nov 2026, 8:42 am, Sydney time`
 * @param epochMs milliseconds since 1970
 * @param timeZone the installation's, such as `Australia/Sydney`
 */
export function mailTime(epochMs: bigint, timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return `${momentText(Date.parse(isoTime(epochMs)), timeZone)}, ${city} time`;
}
