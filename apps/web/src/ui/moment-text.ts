const FORMAT: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
};

/** A moment in the reader's own time zone: `23 Nov 2026, 8:42 am`. @param time ISO 8601 */
export const momentText = (time: string): string =>
  // Which space Intl sets before "am" depends on its version.
  new Intl.DateTimeFormat("en-AU", FORMAT).format(new Date(time)).replaceAll(/\s/gu, " ");
