// @vitest-environment node
import { staffMay } from "@wattle/contracts/staff-access";
import { STAFF_ACCESS } from "@wattle/contracts/staff-access.gen";
import { expect, test } from "vitest";
import { SCREENS } from "./screens.ts";

test("each screen has an address, a letter and a drawing of its own, and a procedure that the table of roles knows", () => {
  for (const key of ["to", "letter", "label", "icon"] as const)
    expect(new Set(SCREENS.map((screen) => screen[key])).size).toBe(SCREENS.length);
  for (const { needs } of SCREENS) expect(Object.keys(STAFF_ACCESS)).toContain(needs);
});

test("an admin sees every screen, a customer none", () => {
  expect(SCREENS.filter(({ needs }) => staffMay(["admin"], needs))).toEqual(SCREENS);
  expect(SCREENS.filter(({ needs }) => staffMay([], needs))).toEqual([]);
});
