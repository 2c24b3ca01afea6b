// @vitest-environment node
import { expect, test } from "vitest";
import { tickText } from "./moments.ts";

const AT = Date.UTC(2026, 10, 20, 21, 42, 5);
const DAY = 86_400_000;

test.each([
  ["a day", DAY, "8:42 am"],
  ["a month", 30 * DAY, "21 Nov"],
  ["a year", 365 * DAY, "Nov 2026"],
])("under a line of %s", (_span, span, text) => {
  expect(tickText(AT, span, "Australia/Sydney")).toBe(text);
});
