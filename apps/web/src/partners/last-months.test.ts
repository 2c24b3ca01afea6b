// @vitest-environment node
import { expect, test } from "vitest";
import { monthsUpTo } from "./last-months.ts";

test("twelve months end with the named one, over the turn of a year", () => {
  const months = monthsUpTo("2026-02");
  expect(months).toHaveLength(12);
  expect([months[0], months[10], months[11]]).toEqual(["2025-03", "2026-01", "2026-02"]);
});

test("months before the first are left out", () => {
  expect(monthsUpTo("2026-02", "2026-01")).toEqual(["2026-01", "2026-02"]);
  expect(monthsUpTo("2026-02", "2020-01")).toHaveLength(12);
});
