// @vitest-environment node
import { expect, test } from "vitest";
import { actText, ageText, rolesText } from "./staff-words.ts";

const MINUTE = 60_000;

test.each([
  [0, "less than a minute"],
  [MINUTE - 1, "less than a minute"],
  [MINUTE, "1 minute"],
  [59 * MINUTE, "59 minutes"],
  [60 * MINUTE, "1 hour"],
  [47 * 60 * MINUTE, "1 day"],
  [48 * 60 * MINUTE, "2 days"],
])("%d ms are %s", (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});

test.each([
  ["customer.signed_out", "Customer signed out"],
  ["staff.invited", "Staff invited"],
])("%s reads %s", (action, text) => {
  expect(actText(action)).toBe(text);
});

test("roles are listed as words", () => {
  expect(rolesText(["support", "compliance", "finance"])).toBe("Support, Compliance and Finance");
});
