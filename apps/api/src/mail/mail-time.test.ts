import { expect, test } from "vitest";
import { mailTime, transactionTime } from "./mail-time.ts";

test.each([
  ["2026-11-21T21:42:05Z", "Australia/Sydney", "22 Nov 2026, 8:42 am", "2026/11/22 08:42:05", "Sydney"],
  ["2026-06-30T14:05:00Z", "Australia/Sydney", "1 July 2026, 12:05 am", "2026/07/01 00:05:00", "Sydney"],
  ["2026-11-21T21:42:05Z", "America/New_York", "21 Nov 2026, 4:42 pm", "2026/11/21 16:42:05", "New York"],
  ["2026-11-21T21:42:05Z", "UTC", "21 Nov 2026, 9:42 pm", "2026/11/21 21:42:05", "UTC"],
])("%s in %s is %s, of a transaction %s, %s time", (utc, timeZone, moment, transaction, city) => {
  const at = BigInt(Date.parse(utc));
  expect(mailTime(at, timeZone)).toBe(`${moment}, ${city} time`);
  expect(transactionTime(at, timeZone)).toBe(`${transaction}, ${city} time`);
});
