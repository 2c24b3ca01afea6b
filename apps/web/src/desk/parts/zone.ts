import { displayTime } from "@wattle/exchange-core/display";

/** The zone of the installation, in whose days the books are closed and reported; until the server has said it, that of the browser. */
let zone: string | undefined;
let ofBrowser: string | undefined;

/** Such as `Australia/Sydney`. */
export const deskZone = (): string =>
  zone ?? (ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
export function setDeskZone(name: string | undefined): void {
  zone = name;
}

/** The place in a zone's name: `Sydney`, `Ho Chi Minh`, `UTC`. */
export const zonePlace = (): string => (deskZone().split("/").at(-1) ?? "").replaceAll("_", " ");

const MINUTES = 16;

/** A moment as the field for it is filled: `2026-11-22T17:00`. @param at milliseconds since 1970 */
export const fieldText = (at: number): string =>
  displayTime(at, deskZone()).slice(0, MINUTES).replaceAll("/", "-").replace(" ", "T");

/**
 * The moment that a field names, milliseconds since 1970; NaN if it names none. An hour that a change to summer time
 * leaves out is the one after it.
 * @param text `2026-11-22T17:00`
 */
export function momentOfField(text: string): number {
  const named = Date.parse(`${text}Z`);
  if (Number.isNaN(named)) return named;
  const ahead = (at: number): number => Date.parse(`${fieldText(at)}Z`) - at;
  // How far the zone is ahead may differ between where the guess is and where it leads.
  const guess = named - ahead(named);
  return named - ahead(guess);
}
