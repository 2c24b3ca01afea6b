// @vitest-environment node
import { expect, test } from "vitest";
import { marksByIndex, wordsOf, type ChartMark } from "./chart-points.ts";

const POINTS = Array.from({ length: 200 }, (_, at) => ({ at, value: "1.00" }));
const mark = (at: number, kind: ChartMark["kind"] = "buy", currency = "AUD"): ChartMark => ({
  at,
  kind,
  coin: "BTC",
  amount: `0.0${at}000000`,
  money: { amount: `${at}300.00`, currency },
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
  ["one, as it was", [mark(2, "sell")], ["You sold 0.02000000 BTC for 2,300.00 AUD"]],
  ["several, counted", [mark(1), mark(2), mark(3)], ["3 buys, 6,900.00 AUD"]],
  [
    "several of both and for two currencies, counted apart",
    [mark(1), mark(2), mark(3, "buy", "NGN"), mark(4, "sell")],
    [
      "2 buys, 3,600.00 AUD",
      "You bought 0.03000000 BTC for 3,300.00 NGN",
      "You sold 0.04000000 BTC for 4,300.00 AUD",
    ],
  ],
])("words of %s", (_what, marks, words) => {
  expect(wordsOf(marks)).toEqual(words);
});
