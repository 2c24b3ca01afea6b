import { expect, test } from "vitest";
import { tidyTyped } from "./tidy-typed.ts";

test.each([
  ["bsb", "000111", "000-111"],
  ["bsb", "000 111", "000-111"],
  ["bsb", " 000-111 ", "000-111"],
  ["bsb", "00011", "00011"],
  ["bsb", "0001112", "0001112"],
  ["account_number", "1234 5678", "12345678"],
  ["account_number", "12-34", "1234"],
  ["account_number", "12a4", "12a4"],
  ["account_name", "  Wattle Customer ", "Wattle Customer"],
] as const)("%s %j becomes %j", (field, typed, tidied) => {
  expect(tidyTyped(field, typed)).toBe(tidied);
});
