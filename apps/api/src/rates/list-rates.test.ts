import { expect, test } from "vitest";
import { thinned } from "./list-rates.ts";

const minutes = (count: number, rate: (minute: number) => string) =>
  Array.from({ length: count }, (_, minute) => ({ minute, rate: rate(minute) }));

test("a day of minutes comes down to 96 points, oldest first", () => {
  const points = thinned(minutes(1440, String)).map(({ minute }) => minute);
  expect(points).toHaveLength(96);
  expect(points).toEqual(points.toSorted((a, b) => a - b));
});

test("a wrong price of a few minutes is no spike, whichever minutes they are", () => {
  for (let wrong = 0; wrong < 1440; wrong += 7) {
    const day = minutes(1440, (minute) => (minute >= wrong && minute < wrong + 5 ? "4100" : "5000.5"));
    expect(new Set(thinned(day).map(({ rate }) => rate)), `from ${wrong}`).toEqual(new Set(["5000.5"]));
  }
});

test("few prices stay as they are; what is no price is left out", () => {
  const few = minutes(5, (minute) => `1${minute}`);
  expect(thinned([...few, { minute: 5, rate: "0" }])).toEqual(few);
  expect(thinned([])).toEqual([]);
});
