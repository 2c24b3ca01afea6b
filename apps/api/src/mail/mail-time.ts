import { displayMoment } from "@wattle/exchange-core/display";
import { isoTime } from "../clock.ts";

/**
 * `21 Nov 2026, 8:42 am, Sydney time`
 * @param epochMs milliseconds since 1970
 */
export const mailTime = (epochMs: bigint): string =>
  `${displayMoment(Date.parse(isoTime(epochMs)), "Australia/Sydney")}, Sydney time`;
