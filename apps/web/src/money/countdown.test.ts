// @vitest-environment node
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clocksDisagree, holdByServer, holdFrom, leftOf, secondsOf } from "./countdown.ts";

const ZERO = { steady: 1_000, wall: 500_000 };
const after = (steady: number, wall: number = steady) => ({
  steady: ZERO.steady + steady,
  wall: ZERO.wall + wall,
});
const hold = holdFrom(10_000, 55_000, ZERO);

describe("the countdown follows the server's hold", () => {
  test.each([
    ["starts at 45 seconds", after(0), 45],
    ["a begun second counts", after(1), 45],
    ["one tick later", after(1_000), 44],
    ["the last second", after(44_001), 1],
    ["at 45 seconds it is over", after(45_000), 0],
    ["later it stays over", after(400_000), 0],
  ])("%s", (_description, now, seconds) => {
    expect(secondsOf(leftOf(hold, now))).toBe(seconds);
  });

  test("only the difference of the server's times counts, never this machine's date against the server's", () => {
    expect(leftOf(holdFrom(9e12, 9e12 + 45_000, ZERO), ZERO)).toBe(45_000);
  });

  test("the time the answer took is taken off, since the server may have issued the rate at once", () => {
    expect(leftOf(hold, after(900))).toBe(44_100);
  });
});

describe("sleep and changed clocks", () => {
  test.each([
    ["the laptop slept while the steady clock stopped", after(2_000, 32_000), 13_000],
    ["the date was set an hour back", after(5_000, -3_595_000), 40_000],
    ["the date was set an hour forward", after(5_000, 3_605_000), 0],
  ])("%s: the clocks disagree and the smaller rest counts", (_description, now, left) => {
    expect(clocksDisagree(hold, now)).toBe(true);
    expect(leftOf(hold, now)).toBe(left);
  });

  test("clocks that drift by less than a second and a half agree", () => {
    expect(clocksDisagree(hold, after(20_000, 21_400))).toBe(false);
  });

  test("what the server says replaces the measured rest", () => {
    const told = holdByServer(55_000, 25_000, after(5_000, 3_605_000));
    expect(leftOf(told, after(6_000, 3_606_000))).toBe(29_000);
    expect(clocksDisagree(told, after(6_000, 3_606_000))).toBe(false);
  });

  test("whatever the clocks do, the rest never grows above the hold and never falls below zero", () => {
    const time = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(time, time, (steady, wall) => {
        const left = leftOf(hold, after(steady, wall));
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(45_000);
      }),
    );
  });
});
