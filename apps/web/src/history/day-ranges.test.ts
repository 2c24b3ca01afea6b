// @vitest-environment node
import { expect, test } from "vitest";
import { dayRanges } from "./day-ranges.ts";

test.each([
  [
    "2026-11-23",
    "AU",
    [
      "This month 2026-11-01 ",
      "Last 30 days 2026-10-25 ",
      "Tax year 2026–27 2026-07-01 2027-06-30",
      "Tax year 2025–26 2025-07-01 2026-06-30",
    ],
  ],
  [
    "2026-06-30",
    "AU",
    [
      "This month 2026-06-01 ",
      "Last 30 days 2026-06-01 ",
      "Tax year 2025–26 2025-07-01 2026-06-30",
      "Tax year 2024–25 2024-07-01 2025-06-30",
    ],
  ],
  [
    "2027-04-01",
    "NZ",
    [
      "This month 2027-04-01 ",
      "Last 30 days 2027-03-03 ",
      "Tax year 2027–28 2027-04-01 2028-03-31",
      "Tax year 2026–27 2026-04-01 2027-03-31",
    ],
  ],
  [
    "2028-02-29",
    "NG",
    [
      "This month 2028-02-01 ",
      "Last 30 days 2028-01-31 ",
      "This year 2028-01-01 2028-12-31",
      "Last year 2027-01-01 2027-12-31",
    ],
  ],
])("on %s in %s", (today, country, ranges) => {
  expect(dayRanges(today, country).map(({ text, from, to = "" }) => `${text} ${from} ${to}`)).toEqual(ranges);
});
