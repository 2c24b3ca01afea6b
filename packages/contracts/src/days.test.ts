import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dateText,
  DAY_MILLISECONDS,
  dayAt,
  daysBetween,
  dayText,
  isDay,
  localDay,
  startOfDay,
  utcDay,
} from "./days.ts";

const day = fc.integer({ min: -30_000, max: 60_000 }).map((days) => utcDay(days * DAY_MILLISECONDS));
/** Apia had no 30 December 2011, and in São Paulo some days began at one o'clock. */
const zone = fc.constantFrom(
  "UTC",
  "Australia/Sydney",
  "America/Sao_Paulo",
  "Africa/Lagos",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
);

test.each([
  ["2026-02-28", true],
  ["2026-02-29", false],
  ["2028-02-29", true],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["2026-11-23T00:00", false],
  ["", false],
  [20261123, false],
  [undefined, false],
])("%j is a day: %s", (text, expected) => expect(isDay(text)).toBe(expected));

describe("days are counted", () => {
  test("and so many days later are so many days apart", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        const to = addDays(from, days);
        expect(isDay(to)).toBe(true);
        expect(daysBetween(from, to)).toBe(days);
        expect(to > from).toBe(days > 0);
        expect(addDays(to, -days)).toBe(from);
      }),
    );
  });

  test.each([
    ["2027-01-31", 1, "2027-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-01-01", -1, "2025-12-01"],
    ["2026-03-31", -13, "2025-02-28"],
  ])("%s and %s months is %s", (from, months, to) => expect(addMonths(from, months)).toBe(to));
});

describe("local days", () => {
  test.each([
    ["Pacific/Kiritimati", "2026-11-23T10:30:00Z", "2026-11-24"],
    ["Pacific/Pago_Pago", "2026-11-23T10:30:00Z", "2026-11-22"],
  ])("in %s %s is in %s", (place, now, expected) => expect(localDay(Date.parse(now), place)).toBe(expected));

  test.each([
    ["at midnight", "Australia/Sydney", "2026-11-22", "2026-11-21T13:00:00.000Z"],
    ["at one o'clock if midnight is left out", "America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
    [
      "with the day after if the whole day is left out",
      "Pacific/Apia",
      "2011-12-30",
      "2011-12-30T10:00:00.000Z",
    ],
  ])("begin %s", (_when, place, text, begin) => {
    expect(new Date(Number(startOfDay(text, place))).toISOString()).toBe(begin);
  });

  test("begin with their first millisecond", () => {
    fc.assert(
      fc.property(day, zone, (text, place) => {
        const begin = startOfDay(text, place);
        expect(localDay(begin, place) >= text).toBe(true);
        expect(localDay(begin - 1n, place) < text).toBe(true);
      }),
    );
  });

  test("are those that the platform writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), zone, (at, place) => {
        expect(localDay(at, place)).toBe(new Date(at).toLocaleDateString("en-CA", { timeZone: place }));
      }),
    );
  });
});

test.each([
  ["Australia/Sydney", "21 Nov 2026"],
  ["Africa/Lagos", "20 Nov 2026"],
  ["Pacific/Honolulu", "20 Nov 2026"],
])("in %s a moment's day is %s", (place, text) => {
  expect(dateText(Date.UTC(2026, 10, 20, 21, 42, 5), place)).toBe(text);
});

test("a day reads the same everywhere", () => {
  expect(dayText("2026-06-01")).toBe("1 June 2026");
  expect(dayAt("2026-06-01")).toBe(Date.UTC(2026, 5, 1));
});
