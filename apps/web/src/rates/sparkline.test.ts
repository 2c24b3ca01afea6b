// @vitest-environment node
import { describe, expect, test } from "vitest";
import { sparklinePath } from "./sparkline.ts";

describe("the line of recorded prices", () => {
  test.each<[string, string[], string | undefined]>([
    ["goes from corner to corner", ["1", "2"], "M0 10L100 0"],
    ["has the highest price at the top, the lowest at the bottom", ["1.5", "1", "2"], "M0 5L50 10L100 0"],
    ["is level when nothing moved", ["7.10", "7.1"], "M0 5L100 5"],
    ["leaves out what is no rate", ["1", "junk", "0", "2"], "M0 10L100 0"],
    ["needs two points", ["1"], undefined],
    ["needs any points", [], undefined],
  ])("%s", (_description, rates, path) => {
    expect(sparklinePath(rates, 100, 10)).toBe(path);
  });
});
