import { expect, test } from "vitest";
import { ungroupField } from "./ungroup-field.ts";

test.each([
  // value, selection when the change comes, then what it becomes
  ["250,949.75", [0, 10], "250949.75", [0, 9]],
  ["250,949.75", [10, 10], "250949.75", [9, 9]],
  ["1,250,949.75", [3, 3], "1250949.75", [2, 2]],
  ["1,250,949.75", [1, 6], "1250949.75", [1, 4]],
  ["12.00", [0, 5], "12.00", [0, 5]],
  ["1,23", [4, 4], "1,23", [4, 4]],
  ["", [0, 0], "", [0, 0]],
] as const)("%j with %j selected becomes %j with %j", async (before, selected, after, kept) => {
  const field = document.createElement("input");
  field.value = before;
  ungroupField(field);
  // Browsers set the selection between the focus event and what was put off there.
  field.setSelectionRange(selected[0], selected[1]);
  await Promise.resolve();
  expect(field.value).toBe(after);
  expect([field.selectionStart, field.selectionEnd]).toEqual(kept);
});
