import { expect, test } from "vitest";
import { mailTime } from "./mail-time.ts";

test.each([
  ["2026-11-21T21:42:05Z", "22 Nov 2026, 8:42 am, Sydney time"],
  ["2026-06-30T14:05:00Z", "1 July 2026, 12:05 am, Sydney time"],
])("%s is %s", (utc, text) => {
  expect(mailTime(BigInt(Date.parse(utc)))).toBe(text);
});
