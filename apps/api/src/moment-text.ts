import { displayMoment } from "@wattle/exchange-core/display";

/**
 * `21 Nov 2026, 8:42 am` for mails and terminals. All its spaces are ordinary ones, so that it is found as people type it.
 * @param timeZone such as `Australia/Sydney`
 */
export const momentText = (epochMilliseconds: number, timeZone: string): string =>
  displayMoment(epochMilliseconds, timeZone).replaceAll("\u00A0", " ");
