// @vitest-environment node
import { expect, test } from "vitest";
import { pollInterval, pollWait } from "./poll-interval.ts";

test("the waits grow from four seconds to a minute and no further", () => {
  expect([0, 1, 2, 3, 4].map(pollWait)).toEqual([4_000, 4_000, 6_000, 9_000, 13_500]);
  expect(pollWait(50)).toBe(60_000);
});

test.each([
  [undefined, false],
  [[], false],
  [["completed", "cancelled", "expired", "rejected", "returned"], false],
  [["completed", "awaiting_payment"], 4_000],
  [["requested"], 4_000],
] as const)("with %j the wait is %j", (statuses, wait) => {
  expect(
    pollInterval(
      statuses?.map((status) => ({ status })),
      1,
    ),
  ).toBe(wait);
});
