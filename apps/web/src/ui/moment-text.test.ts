// @vitest-environment node
import { expect, test } from "vitest";
import { momentText } from "./moment-text.ts";

test.each([
  ["morning", new Date(2026, 10, 23, 8, 42), "23 Nov 2026, 8:42 am"],
  ["noon", new Date(2026, 0, 1, 12, 0), "1 Jan 2026, 12:00 pm"],
  ["midnight", new Date(2026, 6, 9, 0, 5), "9 July 2026, 12:05 am"],
])("%s, in the reader's own time", (_when, time, text) => {
  expect(momentText(time.toISOString())).toBe(text);
});
