import { addDays, isDay } from "./days.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FREQUENCIES, nextRunDay, runDay } from "./recurring-days.ts";

const SYDNEY = "Australia/Sydney";

describe("the days of a recurring buy", () => {
  test.each([
    ["the first day itself, before it", "weekly", "2026-11-23", "2026-11-22", "2026-11-23"],
    ["a week later", "weekly", "2026-11-23", "2026-11-23", "2026-11-30"],
    ["a day between two", "weekly", "2026-11-23", "2026-11-25", "2026-11-30"],
    ["over the end of a year", "fortnightly", "2026-12-24", "2026-12-24", "2027-01-07"],
    ["after years without one", "fortnightly", "2026-01-01", "2029-01-03", "2029-01-11"],
    ["the same day of the next month", "monthly", "2026-11-15", "2026-11-15", "2026-12-15"],
    ["the month's last day where it is short", "monthly", "2027-01-31", "2027-01-31", "2027-02-28"],
    ["in a leap year", "monthly", "2028-01-31", "2028-01-31", "2028-02-29"],
    ["back to the 31st after a short month", "monthly", "2027-01-31", "2027-02-28", "2027-03-31"],
    ["a 30th in February", "monthly", "2026-11-30", "2027-01-30", "2027-02-28"],
    ["later in the same month", "monthly", "2026-11-30", "2027-01-05", "2027-01-30"],
    ["over the end of a year, monthly", "monthly", "2026-12-31", "2026-12-31", "2027-01-31"],
  ] as const)("%s", (_, frequency, firstOn, after, expected) => {
    expect(nextRunDay(frequency, firstOn, after)).toBe(expected);
  });

  const day = fc.integer({ min: 0, max: 20_000 }).map((number) => addDays("2026-01-01", number));

  test("each is later than the one before, none is left out, and none comes twice", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FREQUENCIES), day, day, (frequency, firstOn, after) => {
        const next = nextRunDay(frequency, firstOn, after);
        expect(isDay(next)).toBe(true);
        expect(next > after || next === firstOn).toBe(true);
        // From the day before it, the same one is found: nothing lies between.
        expect(nextRunDay(frequency, firstOn, addDays(next, -1))).toBe(next);
        const following = nextRunDay(frequency, firstOn, next);
        const distance = (Date.parse(following) - Date.parse(next)) / 86_400_000;
        if (frequency === "monthly") expect([28, 29, 30, 31]).toContain(distance);
        else expect(distance).toBe(frequency === "weekly" ? 7 : 14);
      }),
    );
  });
});

describe("the day whose buys are due", () => {
  test.each([
    ["a minute before nine: yesterday's", "2026-11-22T21:59:00Z", "2026-11-22"],
    ["from nine on: today's", "2026-11-22T22:00:00Z", "2026-11-23"],
    ["until midnight", "2026-11-23T12:59:00Z", "2026-11-23"],
    ["after midnight still", "2026-11-23T13:00:00Z", "2026-11-23"],
    ["in winter nine is an hour later in UTC", "2026-07-01T22:59:00Z", "2026-07-01"],
    ["in winter, from nine on", "2026-07-01T23:00:00Z", "2026-07-02"],
  ])("%s", (_, now, expected) => expect(runDay(Date.parse(now), SYDNEY)).toBe(expected));
});
