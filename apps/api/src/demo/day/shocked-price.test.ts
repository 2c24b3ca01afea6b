import { expect, test } from "vitest";
import { shockBefore } from "./shocked-price.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-11-21T08:00:00Z");

test("whenever the demo starts, no full hour has a wrong price", () => {
  for (let second = 0; second < 3600; second += 10) {
    const start = START + second * 1000;
    const { begins, ends } = shockBefore(start);
    const wrong = [begins, ends].map((ago) => Math.floor((start - ago) / MINUTE));
    const [first = 0, last = 0] = wrong;
    expect(last - first).toBe(4);
    for (let minute = first; minute <= last; minute += 1) expect(minute % 60, `${second} s`).not.toBe(0);
  }
});
