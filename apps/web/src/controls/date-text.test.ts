import fc from "fast-check";
import { expect, test } from "vitest";
import { isoDate } from "./date-text.ts";

test.each([
  ["as it is kept", "1990-02-28", "1990-02-28"],
  ["with slashes, as the product shows dates", "1990/02/28", "1990-02-28"],
  ["the day first", "28/02/1990", "1990-02-28"],
  ["the day first, in short", "8.2.1990", "1990-02-08"],
  ["with spaces between and around", " 28 2 1990 ", "1990-02-28"],
  ["as the product shows it", "24 Nov 2026", "2026-11-24"],
  ["its month in full", "1 september 2026", "2026-09-01"],
  ["a month of no name", "24 Nor 2026", undefined],
  ["a leap day", "29/2/2024", "2024-02-29"],
  ["a leap day of no leap year", "29/2/2023", undefined],
  ["a month that is none", "2026-13-01", undefined],
  ["the month first", "02/28/1990", undefined],
  ["two kinds of separators", "28/02-1990", undefined],
  ["a year of two digits", "28/02/90", undefined],
  ["the beginning of a date", "1990-02", undefined],
  ["no date", "soon", undefined],
  ["nothing", "", undefined],
])("%s: %s is read as %s", (_what, text, date) => expect(isoDate(text)).toBe(date));

test("every day is read alike in all ways of writing it", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (moment) => {
        const date = moment.toISOString().slice(0, 10);
        const [year, month, day] = date.split("-");
        for (const text of [date, `${year}/${month}/${day}`, `${day}.${month}.${year}`]) {
          expect(isoDate(text)).toBe(date);
        }
      },
    ),
  );
});
