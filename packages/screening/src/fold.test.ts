import { expect, test } from "vitest";
import { foldName } from "./fold.ts";

test.each([
  ["Łukasz  Żółw", ["lukasz", "zolw"]],
  ["Пётр", ["petr"]],
  ["", []],
])("%s", (name, words) => {
  expect(foldName(name)).toEqual(words);
});
