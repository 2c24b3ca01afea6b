import { displayTime } from "@wattle/exchange-core/display";
import { isoTime } from "../clock.ts";
import { momentText } from "../moment-text.ts";

/** `, Sydney time`: a mail is read anywhere. */
function zoneWords(timeZone: string): string {
  return `, ${timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}

/**
 * `21 Nov 2026, 8:42 am, Sydney time`
 * @param epochMs milliseconds since 1970
 * @param timeZone the installation's, such as `Australia/Sydney`
 */
export function mailTime(epochMs: bigint, timeZone: string): string {
  return momentText(Date.parse(isoTime(epochMs)), timeZone) + zoneWords(timeZone);
}

/** When a transaction was made, in the specified form: `2026/11/21 08:42:05, Sydney time`. Parameters as above. */
export function transactionTime(epochMs: bigint, timeZone: string): string {
  return displayTime(Date.parse(isoTime(epochMs)), timeZone) + zoneWords(timeZone);
}
