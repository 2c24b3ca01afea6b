import { expect, test } from "vitest";
import { isDayOff } from "./holidays.ts";
import { dueAt } from "./queue-targets.ts";

test.each<[string, string, boolean]>([
  ["2026-11-27", "Australia/Sydney", false],
  ["2026-11-28", "Australia/Sydney", true],
  ["2026-01-26", "Australia/Perth", true],
  ["2026-04-03", "Australia/Sydney", true],
  ["2026-04-06", "Australia/Sydney", true],
  ["2027-03-26", "Australia/Sydney", true],
  // Boxing Day 2026 is a Saturday, and Christmas Day 2027, too.
  ["2026-12-28", "Australia/Sydney", true],
  ["2027-12-27", "Australia/Sydney", true],
  ["2027-12-28", "Australia/Sydney", true],
  ["2027-12-29", "Australia/Sydney", false],
  ["2026-02-06", "Pacific/Auckland", true],
  ["2026-06-01", "Pacific/Auckland", true],
  ["2026-10-26", "Pacific/Auckland", true],
  ["2026-02-06", "Australia/Sydney", false],
  ["2026-10-01", "Africa/Lagos", true],
  ["2026-12-28", "Africa/Lagos", false],
  ["2026-12-25", "Europe/Paris", false],
])("%s in %s", (day, timeZone, isOff) => {
  expect(isDayOff(day, timeZone)).toBe(isOff);
});

test("three business days from the day before Easter end on Wednesday", () => {
  const zone = "Australia/Sydney";
  const due = dueAt(BigInt(Date.parse("2026-04-02T00:00:00+11:00")), 72, zone, (day) => isDayOff(day, zone));
  expect(new Date(Number(due)).toISOString()).toBe("2026-04-08T14:00:00.000Z");
});
