import { expect, test } from "vitest";
import { mailTime } from "./mail-time.ts";

test.each([
  ["2026-11-21T21:42:05Z", "Australia/Sydney", "22 Nov 2026, 8:42 am, Sydney time"],
  ["2026-06-30T14:05:00Z", "Australia/Sydney", "1 July 2026, 12:05 am, Sydney time"],
  ["2026-11-21T21:42:05Z", "America/New_York", "21 Nov 2026, 4:42 pm, New York time"],
  ["2026-11-21T21:42:05Z", "UTC", "21 Nov 2026, 9:42 pm, UTC time"],
])("%s in %s is %s", (utc, timeZone, text) => {
  expect(mailTime(BigInt(Date.parse(utc)), timeZone)).toBe(text);
});
