/** First characters of texts that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Nothing but a number, which no spreadsheet runs. A plus is a phone number's, and would be lost. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, as
 * OWASP's page on CSV injection has it. A number stays one, also below zero, so that a column of amounts adds up.
 */
export function csvCell(value: string | null): string {
  if (value === null) return "";
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file with its end. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
