import { expect, test } from "vitest";
import { isAmount, MAX_SATOSHI } from "./amount.ts";

test.each([
  [-1n, false],
  [0n, true],
  [MAX_SATOSHI, true],
  [MAX_SATOSHI + 1n, false],
])("%d satoshi", (satoshi, can) => {
  expect(isAmount(satoshi)).toBe(can);
});
