// @vitest-environment node
import { expect, test } from "vitest";
import { marksByIndex, wordsOf, type ChartMark } from "./chart-points.ts";

const POINTS = Array.from({ length: 200 }, (_, at) => ({ at, value: "1.00" }));
const mark = (at: number, kind: ChartMark["kind"] = "buy", coin = "BTC"): ChartMark => ({
  at,
  kind,
  coin,
  amount: `0.0${at}000000`,
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
  ["a few, each", [mark(1), mark(2, "sell")], ["You bought 0.01000000 BTC", "You sold 0.02000000 BTC"]],
  ["many, counted", [mark(1), mark(2), mark(3), mark(4)], ["4 buys, 0.10000000 BTC"]],
  [
    "many of both and of two coins, counted apart",
    [mark(1), mark(2), mark(3, "buy", "ETH"), mark(4, "sell")],
    ["2 buys, 0.03000000 BTC", "1 buy, 0.03000000 ETH", "1 sale, 0.04000000 BTC"],
  ],
])("words of %s", (_what, marks, words) => {
  expect(wordsOf(marks)).toEqual(words);
});
