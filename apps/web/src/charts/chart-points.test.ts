// @vitest-environment node
import { expect, test } from "vitest";
import { marksByIndex, wordsOf, type ChartMark } from "./chart-points.ts";

const POINTS = Array.from({ length: 200 }, (_, at) => ({ at, value: "1.00" }));
const mark = (at: number, kind: ChartMark["kind"] = "buy"): ChartMark => ({
  at,
  kind,
  label: `${kind} at ${at}`,
});

test("marks that would cover each other are one, at the first of them", () => {
  const marks = [mark(100), mark(10), mark(12), mark(15), mark(16, "sell")];
  const found = [...marksByIndex(POINTS, marks)].map(([index, all]) => [index, all.map(({ at }) => at)]);
  expect(found).toEqual([
    [10, [10, 12, 15]],
    [16, [16]],
    [100, [100]],
  ]);
});

test.each([
  ["none", [], []],
  ["a few, each", [mark(1), mark(2, "sell")], ["buy at 1", "sell at 2"]],
  ["many, counted", [mark(1), mark(2), mark(3), mark(4)], ["4 buys"]],
  ["many of both, counted", [mark(1), mark(2), mark(3), mark(4, "sell")], ["3 buys", "1 sale"]],
])("words of %s", (_what, marks, words) => {
  expect(wordsOf(marks)).toEqual(words);
});
