// @vitest-environment node
import { expect, test } from "vitest";
import { HEIGHT } from "./scale.ts";
import { placesOf, barsPath, linePaths } from "./line-paths.ts";

test("points are in the middle of their columns, the highest at the top", () => {
  expect(placesOf([0, HEIGHT, HEIGHT / 2, undefined])).toEqual([
    { x: 0.125, y: 1 },
    { x: 0.375, y: 0 },
    { x: 0.625, y: 0.5 },
    undefined,
  ]);
});

test.each([
  ["two points", [0, HEIGHT], "M250 1000L750 0", "M250 1000L750 0V1000H250Z"],
  ["a missing one between two", [0, undefined, HEIGHT], "M166.7 1000L833.3 0", undefined],
  ["a missing one at the end", [HEIGHT, 0, undefined], "M166.7 0L500 1000", "M166.7 0L500 1000V1000H166.7Z"],
  ["none", [undefined], "", ""],
])("%s", (_case, heights, line, area) => {
  const drawn = linePaths(placesOf(heights));
  expect(drawn.line).toBe(line);
  if (area !== undefined) expect(drawn.area).toBe(area);
});

test.each([
  ["one in the middle of its column, from the ground up", [{ x: 0.5, y: 0.25 }], "M200 1000V250H800V1000Z"],
  ["none for a missing point", [{ x: 0.25, y: 0 }, undefined], "M100 1000V0H400V1000Z"],
  [
    "one next to the other, with room in between",
    [
      { x: 0.25, y: 0 },
      { x: 0.75, y: 1 },
    ],
    "M100 1000V0H400V1000ZM600 1000V1000H900V1000Z",
  ],
  ["none without points", [], ""],
])("draws bars: %s", (_what, places, path) => {
  expect(barsPath(places)).toBe(path);
});
