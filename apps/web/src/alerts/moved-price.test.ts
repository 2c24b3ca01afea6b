// @vitest-environment node
import { expect, test } from "vitest";
import { movedPrice } from "./moved-price.ts";

test.each([
  ["150000.00", 5n, "157500"],
  ["150000.00", -10n, "135000"],
  ["153614.23", 5n, "161294.95"],
  ["153614.23", -5n, "145933.51"],
  ["0.00012345", 10n, "0.00013580"],
  ["0.00012345", -10n, "0.00011110"],
  ["90071992547409.93", 10n, "99079191802150.93"],
  ["0.85", 10n, "0.94"],
  [undefined, 5n, undefined],
  ["", 5n, undefined],
  ["0", 5n, undefined],
])("%s moved by %d percent is %s", (price, percent, moved) => {
  expect(movedPrice(price, percent)).toBe(moved);
});
