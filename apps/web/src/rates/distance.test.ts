// @vitest-environment node
import { expect, test } from "vitest";
import { directionText, distanceText } from "./distance.ts";

test.each([
  ["155000", "175000.00", "12.9% away"],
  ["155000.25", "150000", "3.2% away"],
  ["100", "100.05", "0.0% away"],
  ["0.005", "5", "99900.0% away"],
  ["", "5", undefined],
  ["5", "soon", undefined],
])("from %s to %s: %s", (now, wanted, text) => {
  expect(distanceText(now, wanted)).toBe(text);
});

test.each([
  ["153652.4", "170000", "10.6% above"],
  ["155000.25", "150000", "3.2% below"],
  ["100", "100.05", undefined],
  ["100", "99.95", undefined],
  ["", "5", undefined],
])("next to %s, %s is %s", (now, wanted, text) => {
  expect(directionText(now, wanted)).toBe(text);
});
