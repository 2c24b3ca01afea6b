// @vitest-environment node
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartScale, HEIGHT } from "./scale.ts";

describe("the scale of a chart", () => {
  test.each([
    ["round figures within the range of the line", ["16712.10", "17724.05"], ["17500", "17000"]],
    ["no more air than 5 percent", ["755000", "905000"], ["900000", "850000", "800000", "750000"]],
    ["cents", ["0.01", "0.04"], ["0.04", "0.03", "0.02", "0.01"]],
    ["from nothing, and nothing below it", ["0.00", "1234.00"], ["1000", "500", "0"]],
    ["a level line is in the middle", ["500.00", "500.00"], ["550", "500", "450"]],
    ["a single point", ["0.00"], ["0.01", "0", "-0.01"]],
    [
      "17 digits",
      ["99999999999999.97", "99999999999999.99"],
      ["99999999999999.99", "99999999999999.98", "99999999999999.97"],
    ],
    ["different decimals", ["1.5", "2.25"], ["2.2", "2", "1.8", "1.6"]],
    ["a missing value", ["1", null, "3"], ["3", "2", "1"]],
  ])("%s", (_case, values, lines) => {
    expect(chartScale(values)?.lines.map(({ value }) => value)).toEqual(lines);
  });

  test.each([
    ["the highest point", "900000", 954_545],
    ["the lowest point", "800000", 45_454],
    ["the middle", "850000.00", HEIGHT / 2],
    ["the upper edge", "905000", HEIGHT],
    ["the lower edge", "795000", 0],
    ["above it", "905100", undefined],
    ["below it", "794900", undefined],
  ])("another value has a height if it is within the drawing: %s", (_where, value, height) => {
    expect(chartScale(["800000", "900000"])?.heightOf(value)).toBe(height);
  });

  test("a value to be seen is within the drawing, and no point", () => {
    const scale = chartScale(["3.50", "4.00"], "0");
    expect(scale?.lines.map(({ value }) => value)).toEqual(["4", "2", "0"]);
    expect(scale?.heights).toHaveLength(2);
    expect(chartScale(["3.50", "4.00"])?.heightOf("0")).toBeUndefined();
  });

  test("nothing to draw has no scale", () => {
    expect(chartScale([])).toBeUndefined();
    expect(chartScale([null, null])).toBeUndefined();
  });

  test("every point is within the drawing, in the order of its value, and there are one to five figures", () => {
    const cents = fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(cents, (drawn) => {
        const values = drawn.map((units) => `${units / 100n}.${String(units % 100n).padStart(2, "0")}`);
        const heights = (chartScale(values)?.heights ?? []).map((height) => height ?? -1);
        expect(heights.every((height) => height >= 0 && height <= HEIGHT)).toBe(true);
        const figures = chartScale(values)?.lines.length ?? 0;
        expect(figures >= 1 && figures <= 5).toBe(true);
        for (const [index, units] of drawn.entries()) {
          for (const [other, others] of drawn.entries()) {
            if (units < others) expect((heights[index] ?? 0) <= (heights[other] ?? 0)).toBe(true);
          }
        }
      }),
    );
  });
});
