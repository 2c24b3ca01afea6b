import { expect, test } from "vitest";
import { nextSigning } from "./next-signing.ts";

const TIMES = ["10:00", "16:00"];

test.each([
  ["before the first of the day", "2026-11-25T20:00:00Z", "2026-11-25T23:00:00.000Z"],
  ["between two", "2026-11-26T01:00:00Z", "2026-11-26T05:00:00.000Z"],
  ["at the time itself the next one counts", "2026-11-26T05:00:00Z", "2026-11-26T23:00:00.000Z"],
  ["after Friday's last it is Monday", "2026-11-27T05:00:01Z", "2026-11-29T23:00:00.000Z"],
  ["on a Sunday on which the clocks change", "2026-10-03T20:00:00Z", "2026-10-04T23:00:00.000Z"],
])("%s", (_case, now, next) => {
  expect(new Date(nextSigning(Date.parse(now), TIMES, "Australia/Sydney")).toISOString()).toBe(next);
});

test("on a day that begins an hour late, it is by the clock all the same", () => {
  // Cairo's clocks go from midnight to one o'clock on this Friday.
  const at = nextSigning(Date.parse("2026-04-23T21:30:00Z"), ["10:00"], "Africa/Cairo");
  expect(new Date(at).toISOString()).toBe("2026-04-24T07:00:00.000Z");
});
