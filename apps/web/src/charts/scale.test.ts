// @vitest-environment node
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartScale, HEIGHT } from "./scale.ts";

describe("the scale of a chart", () => {
  test.each([
    ["round figures around the line", ["16712.10", "17724.05"], ["18000", "17000", "16000"]],
    ["cents", ["0.01", "0.04"], ["0.04", "0.02", "0"]],
    ["from nothing", ["0.00", "1234.00"], ["2000", "1000", "0"]],
    ["a level line is in the middle", ["500.00", "500.00"], ["550", "500", "450"]],
    ["a single point", ["0.00"], ["0.01", "0", "-0.01"]],
    [
      "17 digits",
      ["99999999999999.97", "99999999999999.99"],
      ["99999999999999.99", "99999999999999.98", "99999999999999.97"],
    ],
    ["different decimals", ["1.5", "2.25"], ["2.5", "2", "1.5"]],
    ["a missing value", ["1", null, "3"], ["3", "2", "1"]],
  ])("%s", (_case, values, lines) => {
    expect(chartScale(values)?.lines).toEqual(lines);
  });

  test.each([
    ["18000", HEIGHT],
    ["17000.00", HEIGHT / 2],
    ["17000.009", HEIGHT / 2],
    ["16000", 0],
    ["15999.99", undefined],
    ["18000.01", undefined],
  ])("another value, %s, has a height where it is between the lines", (value, height) => {
    expect(chartScale(["16712.10", "17724.05"])?.heightOf(value)).toBe(height);
  });

  test("a value to be seen is between the lines, and no point", () => {
    const scale = chartScale(["3.50", "4.00"], "0");
    expect(scale?.lines).toEqual(["4", "2", "0"]);
    expect(scale?.heights).toHaveLength(2);
    expect(chartScale(["3.50", "4.00"])?.lines.at(-1)).not.toBe("0");
  });

  test("nothing to draw has no scale", () => {
    expect(chartScale([])).toBeUndefined();
    expect(chartScale([null, null])).toBeUndefined();
  });

  test("every point is between the lines, in the order of its value, and takes a fair share of the height", () => {
    const cents = fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(cents, (drawn) => {
        const values = drawn.map((units) => `${units / 100n}.${String(units % 100n).padStart(2, "0")}`);
        const heights = (chartScale(values)?.heights ?? []).map((height) => height ?? -1);
        expect(heights.every((height) => height >= 0 && height <= HEIGHT)).toBe(true);
        for (const [index, units] of drawn.entries()) {
          for (const [other, others] of drawn.entries()) {
            if (units < others) expect((heights[index] ?? 0) <= (heights[other] ?? 0)).toBe(true);
          }
        }
      }),
    );
  });
});
