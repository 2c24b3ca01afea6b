import { expect, test } from "vitest";
import { thinPrices } from "./thin-prices.ts";

const minutes = (count: number, rate: (minute: number) => string) =>
  Array.from({ length: count }, (_, minute) => ({ minute, rate: rate(minute) }));

test("a day of minutes comes down to 91 points, oldest first, the newest price last", () => {
  const points = thinPrices(minutes(1440, String)).map(({ minute }) => minute);
  expect(points).toHaveLength(91);
  expect(points).toEqual(points.toSorted((a, b) => a - b));
  expect(points.at(-1)).toBe(1439);
});

test("a wrong price of a few minutes is no spike, whichever minutes they are", () => {
  for (let wrong = 0; wrong < 1440; wrong += 7) {
    const day = minutes(1440, (minute) =>
      minute >= wrong && minute < Math.min(wrong + 5, 1439) ? "4100" : "5000.5",
    );
    expect(new Set(thinPrices(day).map(({ rate }) => rate)), `from ${wrong}`).toEqual(new Set(["5000.5"]));
  }
});

test.each([95, 96, 97, 191, 192, 1440, 1441])("%i prices are at most 96 points", (count) => {
  const points = thinPrices(minutes(count, String));
  expect(points.length).toBeGreaterThan(45);
  expect(points.length).toBeLessThanOrEqual(96);
});

test("few prices stay as they are; what is no price is left out", () => {
  const few = minutes(5, (minute) => `1${minute}`);
  expect(thinPrices([...few, { minute: 5, rate: "0" }])).toEqual(few);
  expect(thinPrices([])).toEqual([]);
});
